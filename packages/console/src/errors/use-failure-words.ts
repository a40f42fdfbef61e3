import { useTranslation } from 'react-i18next'
import type { Failure } from './failure.ts'

/** Title and text of a failure, in the reader's language. */
export function useFailureWords(): (failure: Failure) => { title: string; text: string } {
  const { t } = useTranslation()
  return ({ kind, sentence, waitSeconds }) => {
    const title = t(`errors.kinds.${kind}.title`)
    if (kind === 'too-many') return { title, text: t('errors.kinds.too-many.text', { count: waitSeconds }) }
    if (kind === 'invalid') return { title, text: t('errors.kinds.invalid.text', { sentence }) }
    return { title, text: t(`errors.kinds.${kind}.text`) }
  }
}
