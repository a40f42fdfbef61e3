import { useTranslation } from 'react-i18next'
import { useJoin } from '../ui/format/join.ts'
import type { Failure } from './failure.ts'
import { findRefusedValue, type RefusedValue, type RefusedWhy } from './refused-value.ts'

/** Title and text of a failure in the current language. */
export function useFailureText(): (failure: Failure) => { title: string; text: string } {
  const { t } = useTranslation()
  const join = useJoin()
  const refusalText = useRefusalText()
  return ({ kind, sentence, waitSeconds }) => {
    const title = t(`errors.kinds.${kind}.title`)
    if (kind === 'too-many') return { title, text: t('errors.kinds.too-many.text', { count: waitSeconds }) }
    if (kind === 'invalid') {
      // Without a field beside it, the text has to name the field, unless it says itself what it is about.
      const refused = findRefusedValue(sentence)
      const isNamed = refused?.member && refused.why !== 'noModel'
      const message = isNamed ? join.labelled(refused.member, refusalText(sentence)) : refusalText(sentence)
      return { title, text: t('errors.kinds.invalid.text', { sentence: message }) }
    }
    return { title, text: t(`errors.kinds.${kind}.text`) }
  }
}

/**
 * Translates the service's message about an invalid value, to be shown beside its field:
 * `useRefusalText()(error.message)`. An unknown message is shown as it is.
 */
export function useRefusalText(): (sentence: string) => string {
  const { t } = useTranslation()
  return (sentence) => {
    const refused = findRefusedValue(sentence)
    if (!refused) return sentence
    // Key and values belong together, but the types cannot express which values go with which key.
    const say = t as (key: `errors.values.${RefusedWhy}`, gaps: RefusedValue['gaps']) => string
    return say(`errors.values.${refused.why}`, refused.gaps)
  }
}
