import { useTranslation } from 'react-i18next'
import { Section } from '../../ui/layout.tsx'
import { OnOff, StateList } from '../state-list.tsx'
import type { WelcomeDraft } from './welcome-draft.ts'
import { WelcomePreview } from './welcome-preview.tsx'

/** For people who can't change it. `rules`: the group rules; empty if they are off. */
export function WelcomeState({ draft, rules }: { draft: WelcomeDraft; rules: string }) {
  const { t } = useTranslation()
  const { enabled, quietHours, greetReturning } = draft
  const hours = quietHours ? `${quietHours.from}–${quietHours.to}` : t('assistantParts.values.none')
  return (
    <Section title={t('assistantParts.welcome.title')} text={t('assistantParts.welcome.text')}>
      <StateList
        label={t('assistantParts.welcome.title')}
        facts={[
          { name: t('assistantParts.welcome.enabled'), value: <OnOff isOn={enabled} /> },
          { name: t('assistantParts.welcome.quietHours'), value: hours },
          { name: t('assistantParts.welcome.greetReturning'), value: <OnOff isOn={greetReturning} /> },
        ]}
      />
      {enabled && <WelcomePreview draft={draft} rules={rules} />}
    </Section>
  )
}
