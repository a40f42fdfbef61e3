import { useTranslation } from 'react-i18next'
import type { Failure } from './failure.ts'
import { findRefusedValue, type RefusedValue, type RefusedWhy } from './refused-value.ts'

/** Title and text of a failure, in the reader's language. */
export function useFailureText(): (failure: Failure) => { title: string; text: string } {
  const { t } = useTranslation()
  const refusalText = useRefusalText()
  return ({ kind, sentence, waitSeconds }) => {
    const title = t(`errors.kinds.${kind}.title`)
    if (kind === 'too-many') return { title, text: t('errors.kinds.too-many.text', { count: waitSeconds }) }
    if (kind === 'invalid') {
      // Beside no field, it has to say which one it means.
      const member = findRefusedValue(sentence)?.member
      const words = member ? `${member}: ${refusalText(sentence)}` : refusalText(sentence)
      return { title, text: t('errors.kinds.invalid.text', { sentence: words }) }
    }
    return { title, text: t(`errors.kinds.${kind}.text`) }
  }
}

/**
 * What the service says of a value it refused, in the reader's language, to stand beside its field:
 * `useRefusedWords()(error.message)`. A sentence that is not known here is shown as it is.
 */
export function useRefusalText(): (sentence: string) => string {
  const { t } = useTranslation()
  return (sentence) => {
    const refused = findRefusedValue(sentence)
    if (!refused) return sentence
    // The key is one of ours, and so are its gaps; which of them go together the types cannot follow.
    const say = t as (key: `errors.values.${RefusedWhy}`, gaps: RefusedValue['gaps']) => string
    return say(`errors.values.${refused.why}`, refused.gaps)
  }
}
