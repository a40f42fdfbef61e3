import { useTranslation } from 'react-i18next'
import type { Failure } from './failure.ts'
import { findRefusedValue } from './refused-value.ts'
import { useRefusedWords } from './use-refused-words.ts'

/** Title and text of a failure, in the reader's language. */
export function useFailureWords(): (failure: Failure) => { title: string; text: string } {
  const { t } = useTranslation()
  const refusedWords = useRefusedWords()
  return ({ kind, sentence, waitSeconds }) => {
    const title = t(`errors.kinds.${kind}.title`)
    if (kind === 'too-many') return { title, text: t('errors.kinds.too-many.text', { count: waitSeconds }) }
    if (kind === 'invalid') {
      // Beside no field, it has to say which one it means.
      const member = findRefusedValue(sentence)?.member
      const words = member ? `${member}: ${refusedWords(sentence)}` : refusedWords(sentence)
      return { title, text: t('errors.kinds.invalid.text', { sentence: words }) }
    }
    return { title, text: t(`errors.kinds.${kind}.text`) }
  }
}
