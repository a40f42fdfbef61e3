import assert from 'node:assert/strict'
import type { IncomingEvent } from '../../../src/ports/connector.ts'
import { eventually } from '../eventually.ts'
import type { Caller } from '../http/caller.ts'
import { fakeDelivery, fakePlatform } from '../line/fake-platform.ts'
import type { TestService } from '../test-service.ts'
import { message, type People, peopleEvents } from './events.ts'

export type Item = {
  kind: string
  id?: string
  at?: string
  timestamp?: string
  messageId?: string | null
  what?: string
}

/** A group on the fake platform with a rule for `tea` and a subscribed owner. */
export async function createSampleGroup(service: TestService, channelId: string, people: People = {}) {
  const owner = await service.caller('U-owner')
  const deliver = async (...events: IncomingEvent[]) => {
    const { status } = await owner.request('POST', `/webhooks/${fakePlatform}`, fakeDelivery({ events }))
    assert.equal(status, 200)
  }
  const everyone = { owner: 'U-owner', subscribers: ['U-owner'], ...people }
  await deliver(...peopleEvents(channelId, everyone, service.clock.now))
  await service.channel(channelId, everyone)
  const rule = { keywords: ['tea'], question: 'Is there tea?', answer: 'There is tea.' }
  await owner.post(`/api/channels/${channelId}/assistant/qa`, rule)
  const backup = `/api/channels/${channelId}/backup`
  return {
    owner,
    channelId,
    backup,
    timeline: `${backup}/timeline`,
    deliver,
    /** Asks for tea, with a reply token. */
    question(id: string, at: number): IncomingEvent {
      const reply = { token: id, expiresAt: Date.now() + 3_600_000, isOneUse: true, cost: 'free' } as const
      return { ...message(channelId, at, { id, content: { type: 'text', text: 'Is there tea?' } }), reply }
    },
    /** Waits until nothing is left to send. */
    settled: () =>
      eventually(
        async () => (await owner.get(`/api/channels/${channelId}/assistant/log`)).body.sends,
        (sends: { state: string }[]) => sends.every(({ state }) => state !== 'waiting'),
      ),
  }
}

/** The items of a page as strings that can be compared. */
export function labelsOf(items: Item[]): string[] {
  return items.map(({ kind, id, messageId, what }) => {
    if (kind === 'message') return id ?? ''
    if (kind === 'happening') return what ?? ''
    return kind === 'answer' ? `answer to ${messageId}` : 'gap'
  })
}

/** A page without what happened in the group: what people and the bot said. */
export async function read(caller: Caller, path: string) {
  const page = await readWithHappenings(caller, path)
  return { ...page, items: page.items.filter(({ kind }) => kind !== 'happening') }
}

export async function readWithHappenings(caller: Caller, path: string) {
  const answer = await caller.get(path)
  assert.equal(answer.status, 200, answer.text)
  return answer.body as {
    items: Item[]
    previousCursor: string | null
    nextCursor: string | null
    lastEventId: string
    timezone: string
  }
}
