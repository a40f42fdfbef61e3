import assert from 'node:assert/strict'
import type { AssistantConfigChange, Explanation, NewRule, RuleDraft } from '@innkeeper/contract'
import type { MessageContent } from '../../src/domain/messages/message-json.ts'
import { message } from './content/events.ts'
import { startTestService } from './test-service.ts'

/** The question that members ask, and a rule that answers it. */
export const ask = 'What are your opening hours?'
export const hours: NewRule = {
  keywords: ['opening hours'],
  question: 'When are you open?',
  answer: 'From 9 to 18, {name}.',
}
const minute = 60_000

export type Said = {
  text?: string
  content?: MessageContent
  from?: string
  minutes?: number
  isBot?: true
  hasRight?: false
}

/** A service whose groups have rules that can be explained. */
export async function openTrialGroups() {
  const service = await startTestService()
  const owner = await service.caller('U-owner')
  const noon = service.clock.now
  let groups = 0
  /** A new group with these rules and settings. */
  const openTrialGroup = async (rules: NewRule[], change: AssistantConfigChange = {}) => {
    const channelId = await service.channel(`C-${++groups}`, {
      owner: 'U-owner',
      admins: ['U-admin'],
      members: ['U-mai', 'U-ken'],
      subscribers: ['U-owner'],
    })
    const path = `/api/channels/${channelId}`
    const ruleIds: string[] = []
    for (const rule of rules) {
      // Not through the API, which refuses AI rules if there is no model.
      const by = { kind: 'operator' } as const
      const made = await service.store.write<'create-rule'>({
        kind: 'create-rule',
        by,
        at: service.clock.now + ruleIds.length,
        channelId,
        rule,
      })
      ruleIds.push(made.id)
    }
    assert.equal((await owner.put(`${path}/assistant/config`, change)).status, 200)
    return {
      channelId,
      path,
      ruleIds,
      async say({ text = ask, content = { type: 'text', text }, from = 'U-mai', minutes = 0, ...more }: Said = {}) {
        const event = message(channelId, noon + minutes * minute, { from, name: `Name of ${from}`, content })
        const reply = { token: event.messageId, expiresAt: null, isOneUse: true, cost: 'free' } as const
        const bot = { userId: from, isBot: true as const }
        await service.receive([
          { ...event, ...(more.isBot && { sender: bot }), ...(more.hasRight !== false && { reply }) },
        ])
        return event.messageId
      },
      async explain(body: ({ text: string } | { messageId: string }) & { rule?: RuleDraft }): Promise<Explanation> {
        const answer = await owner.post(`${path}/assistant/explain`, body)
        assert.equal(answer.status, 200, answer.text)
        return answer.body
      },
    }
  }
  return { service, owner, openTrialGroup }
}
