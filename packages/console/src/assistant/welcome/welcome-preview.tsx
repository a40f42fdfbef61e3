import { SegmentedControl } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useChannel } from '../../channel/channel.ts'
import { settingsQuery } from '../../channel/queries.ts'
import { localeOf } from '../../ui/format/format.ts'
import { fillIn, joinNames } from '../bot-text.ts'
import { type Bubble, Bubbles } from '../bubbles.tsx'
import type { WelcomeDraft } from './welcome-draft.ts'

/** A preview of the welcome. `rules`: the group rules; empty if they are off. */
export function WelcomePreview({ draft, rules }: { draft: WelcomeDraft; rules: string }) {
  const { t, i18n } = useTranslation()
  const { channelId, detail } = useChannel()
  // The bot uses the channel's language, not the one of the console.
  const language = useQuery(settingsQuery(channelId)).data?.language ?? i18n.language
  const [who, setWho] = useState('one')
  const first = t('assistantParts.welcome.newcomers.first')
  const others = [t('assistantParts.welcome.newcomers.second'), t('assistantParts.welcome.newcomers.third')]
  const newcomers = who === 'one' ? [first] : [first, ...others]
  const names = joinNames(newcomers, language)
  const text = fillIn(draft.message, {
    name: names,
    names,
    group: detail.meta.name,
    count: detail.meta.memberCount.toLocaleString(language),
    rules,
  })
  const joined = new Intl.ListFormat(localeOf(i18n.language, navigator.languages)).format(newcomers)
  const isSilent = !draft.enabled || text.trim() === ''
  const bubbles: Bubble[] = [
    { from: 'chat', text: t('assistantParts.welcome.joined', { names: joined }) },
    isSilent ? { from: 'chat', text: t('assistantParts.welcome.silent') } : { from: 'bot', text },
  ]
  return (
    <>
      <SegmentedControl
        aria-label={t('assistantParts.welcome.forWhom')}
        data={[
          { value: 'one', label: t('assistantParts.welcome.one') },
          { value: 'several', label: t('assistantParts.welcome.several') },
        ]}
        value={who}
        onChange={setWho}
        fullWidth
      />
      <Bubbles label={t('assistantParts.preview')} bubbles={bubbles} />
    </>
  )
}
