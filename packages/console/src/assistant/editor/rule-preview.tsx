import type { QaMode } from '@innkeeper/contract'
import { createDateTexts } from '@innkeeper/contract/date-texts'
import { Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useId, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useChannel } from '../../channel/channel.ts'
import { useMyself } from '../../channel/myself.ts'
import { settingsQuery } from '../../channel/queries.ts'
import { fillIn, splitBubbles, type Variable } from '../bot-text.ts'
import { type Bubble, Bubbles } from '../bubbles.tsx'
import { groupRulesQuery } from '../queries.ts'
import type { RuleDraft } from './rule-draft.ts'

/** A preview of the draft: a member asks, the bot answers. */
export function RulePreview({ draft, channelMode }: { draft: RuleDraft; channelMode: QaMode }) {
  const { t } = useTranslation()
  const id = useId()
  const me = useMyself(useChannel().channelId)
  const values = useValues(me?.displayName ?? t('assistant.someone'))
  const isTyped = ['keyword', 'exact'].includes(draft.match ?? channelMode)
  const asked = (isTyped ? draft.keywords[0] : undefined) ?? draft.question
  const answers = [draft.answer, ...draft.answers].filter((text) => text.trim() !== '')
  const bubbles: Bubble[] = answers.flatMap((text, at) => {
    const pieces = splitBubbles(fillIn(text, values))
    const or: Bubble[] = at > 0 ? [{ from: 'chat', text: t('ruleTools.answerPreview.or') }] : []
    const sent = pieces.map((piece, index): Bubble => {
      const isLast = index === pieces.length - 1
      return { from: 'bot', text: piece, ...(isLast && { quickReplies: draft.quickReplies, picture: draft.picture }) }
    })
    return [...or, ...sent]
  })
  return (
    <Stack gap="xs" component="section" aria-labelledby={id}>
      <Title order={3} size="h5" id={id}>
        {t('assistantParts.preview')}
      </Title>
      {bubbles.length === 0 && asked.trim() === '' ? (
        <Text size="sm" c="dimmed">
          {t('ruleTools.answerPreview.empty')}
        </Text>
      ) : (
        <Bubbles
          label={t('assistantParts.preview')}
          bubbles={[
            ...(asked.trim() === ''
              ? []
              : [{ from: 'member' as const, name: me?.displayName ?? t('assistant.someone'), text: asked }]),
            ...bubbles,
          ]}
        />
      )}
    </Stack>
  )
}

function useValues(name: string): Partial<Record<Variable, string>> {
  const { channelId, detail, timezone } = useChannel()
  const { i18n } = useTranslation()
  const { data: rules } = useQuery(groupRulesQuery(channelId))
  // The bot uses the channel's language, not the one of the console.
  const language = useQuery(settingsQuery(channelId)).data?.language ?? i18n.language
  const dates = useMemo(() => createDateTexts(language, timezone), [language, timezone])
  const now = Date.now()
  return {
    name,
    group: detail.meta.name,
    count: String(detail.meta.memberCount),
    date: dates.date(now),
    time: dates.time(now),
    rules: rules?.enabled ? rules.content : '',
  }
}
