import { useTranslation } from 'react-i18next'
import { findRefusedValue, type RefusedValue, type RefusedWhy } from './refused-value.ts'

/**
 * What the service says of a value it refused, in the reader's language, to stand beside its field:
 * `useRefusedWords()(error.message)`. A sentence that is not known here is shown as it is.
 */
export function useRefusedWords(): (sentence: string) => string {
  const { t } = useTranslation()
  return (sentence) => {
    const refused = findRefusedValue(sentence)
    if (!refused) return sentence
    // The key is one of ours, and so are its gaps; which of them go together the types cannot follow.
    const say = t as (key: `errors.values.${RefusedWhy}`, gaps: RefusedValue['gaps']) => string
    return say(`errors.values.${refused.why}`, refused.gaps)
  }
}
