import assert from 'node:assert/strict'
import type { MessageContent, MessageDetails } from '../../../src/domain/messages/message-json.ts'
import type { FileRef, IncomingEvent, UnreadEvent } from '../../../src/ports/connector.ts'
import type { ScriptedPlatform } from '../../jobs/scripted-platform.ts'
import { inPrivate } from '../content/chat-events.ts'
import { message } from '../content/events.ts'
import type { TestService } from '../test-service.ts'

// What a person does of whom nothing may be left after an erasure.

/** A person to erase, a friend who stays, and everything by which the person could be found afterwards. */
export type Life = {
  service: TestService
  platform: ScriptedPlatform
  person: string
  friend: string
  /** A group owned by the friend, and one owned by the person. */
  theirs: string
  own: string
  /** The person's name, and the word that starts everything they say. */
  name: string
  word: string
  needles: (string | Uint8Array)[]
  /** All events the platform sent, to send them again. */
  told: IncomingEvent[]
  unread: UnreadEvent[]
  fresh(prefix: string): string
}

export async function receive({ service }: Life, events: IncomingEvent[], unread: UnreadEvent[]): Promise<void> {
  const command = { at: service.clock.now, platform: 'test', events, unread }
  await service.store.write<'receive-events'>({ kind: 'receive-events', ...command })
}

/** The unique bytes of a file. */
export function fileOf(life: Life, messageId: string): Buffer {
  const bytes = Buffer.from(`${life.word} ${messageId} `.repeat(40))
  life.needles.push(bytes)
  return bytes
}

/** A time later than everything before. */
export function now({ service }: Life): number {
  service.clock.now += 1_000
  return service.clock.now
}

export async function tell(life: Life, ...events: IncomingEvent[]): Promise<void> {
  life.told.push(...events)
  await receive(life, events, [])
}

export const words = (life: Life): MessageContent => ({ type: 'text', text: `${life.word} ${life.fresh('said')}` })

export type More = {
  name?: string | undefined
  group?: string
  details?: MessageDetails
  hasFile?: boolean
  file?: FileRef
  aheadMs?: number
}

export function said(life: Life, content: MessageContent, more: More = {}): IncomingEvent & { kind: 'message' } {
  const { group = life.theirs, aheadMs = 0, details, hasFile, file } = more
  const name = 'name' in more ? more.name : life.name
  const at = now(life) + aheadMs
  const about = { id: life.fresh('m'), from: life.person, content, ...(name === undefined ? {} : { name }) }
  return {
    ...message(group, at, about),
    ...(details && { details }),
    ...(hasFile && { hasFile }),
    ...(file && { file }),
  }
}

export async function say(life: Life, content: MessageContent, more: More = {}): Promise<string> {
  const event = said(life, content, more)
  await tell(life, event)
  return event.messageId
}

export function right(life: Life, prefix = 'token') {
  return {
    token: life.fresh(prefix),
    expiresAt: life.service.clock.now + 58_000,
    isOneUse: true,
    cost: 'free',
  } as const
}

export async function command(life: Life, text: string, group = life.theirs): Promise<void> {
  await tell(life, { ...said(life, { type: 'text', text }, { group }), reply: right(life) })
}

export function privately(life: Life, event: IncomingEvent): IncomingEvent {
  return inPrivate(event, life.person)
}

export async function mention(life: Life, group: string, details: MessageDetails = {}): Promise<void> {
  const mentions = [{ index: 0, length: 4, userId: life.person }]
  const event = message(group, now(life), { from: life.friend, content: { type: 'text', text: '@you know' } })
  await tell(life, { ...event, details: { ...details, mentions } })
}

export async function teach(life: Life, rule: { keywords: string[]; match?: 'regex' }): Promise<void> {
  // Keywords belong to the group and stay after an erasure, so they can't contain the person's word.
  const keywords = rule.keywords.map((one) => one.replace(life.word, ''))
  const more = { question: 'Who?', answer: 'You, {name}', memberCooldownSeconds: 60 }
  const friend = await life.service.caller(life.friend)
  const made = await friend.post(`/api/channels/${life.theirs}/assistant/qa`, { ...rule, ...more, keywords })
  assert.equal(made.status, 201, made.text)
}

export async function ask(life: Life, token: string): Promise<void> {
  await tell(life, { ...said(life, { type: 'text', text: `${life.word} ask` }), reply: right(life, token) })
}

export async function welcome(life: Life): Promise<void> {
  const friend = await life.service.caller(life.friend)
  const change = { enabled: true, message: 'Welcome {name}' }
  assert.equal((await friend.put(`/api/channels/${life.theirs}/assistant/welcome`, change)).status, 200)
}

/** The text comes before the sender, as platforms write it. */
export async function tellUnread(life: Life, filling: string): Promise<void> {
  const ids = { eventId: life.fresh('unread'), channelId: life.theirs, messageId: life.fresh('m'), userId: life.person }
  const raw = JSON.stringify({ text: `${life.word} ${filling}`, source: { userId: life.person } })
  const unread = { ...ids, at: now(life), reason: 'it is of a kind nobody knows', raw }
  life.unread.push(unread)
  await receive(life, [], [unread])
}
