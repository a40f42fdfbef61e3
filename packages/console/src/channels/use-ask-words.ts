import { useTranslation } from 'react-i18next'

/** Whom a guest can ask, as a sentence: "Ask Mika or Ken to let you in." */
export function useAskWords(): (keepers: readonly string[]) => string {
  const { t, i18n } = useTranslation()
  return (keepers) => {
    if (keepers.length === 0) return t('channels.gate.askNobody')
    const names = new Intl.ListFormat(i18n.language, { type: 'disjunction' }).format(keepers)
    return t('channels.gate.ask', { names })
  }
}
