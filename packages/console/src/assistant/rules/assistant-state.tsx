import type { AssistantConfig } from '@innkeeper/contract'
import { useTranslation } from 'react-i18next'
import { useChannel } from '../../channel/channel.ts'
import { useFormat } from '../../ui/format/format.ts'
import { OnOff, StateList } from '../state-list.tsx'

/** What the assistant does right now, for members. What doesn't apply while something is off is left out. */
export function AssistantState({ config }: { config: AssistantConfig }) {
  const { t } = useTranslation()
  const { timezone } = useChannel()
  const format = useFormat(timezone)
  const { enabled, qa, welcome, rules, quietUntil } = config
  const isMuted = quietUntil !== null && Date.parse(quietUntil) > Date.now()
  const seconds = (count: number) =>
    count === 0 ? t('assistant.state.noWait') : `${format.count(count)} ${t('assistant.seconds')}`
  const answering = [
    { name: t('assistant.fields.qa-mode'), value: t(`assistant.modes.${qa.mode}`) },
    { name: t('assistant.fields.qa-cooldownSeconds'), value: seconds(qa.cooldownSeconds) },
    { name: t('assistant.fields.qa-memberCooldownSeconds'), value: seconds(qa.memberCooldownSeconds) },
  ]
  return (
    <StateList
      label={t('assistant.switches.label')}
      facts={[
        { name: t('assistant.switches.enabled'), value: <OnOff isOn={enabled} /> },
        ...(isMuted ? [{ name: t('assistant.fields.quietUntil'), value: format.dateTime(quietUntil) }] : []),
        { name: t('assistant.fields.qa-enabled'), value: <OnOff isOn={enabled && qa.enabled} /> },
        { name: t('assistant.parts.welcome'), value: <OnOff isOn={enabled && welcome.enabled} /> },
        { name: t('assistant.parts.group-rules'), value: <OnOff isOn={enabled && rules.enabled} /> },
        ...(enabled && qa.enabled ? answering : []),
      ]}
    />
  )
}
