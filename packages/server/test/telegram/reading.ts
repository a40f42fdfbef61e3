import assert from 'node:assert/strict'
import { readUpdates } from '../../src/adapters/telegram/receiving/read-updates.ts'
import type { IncomingEvent } from '../../src/ports/connector.ts'

export const bot = { id: 7000000001, username: 'inn_bot' }
export const flat = { id: -1002222333344, title: 'Flat', type: 'supergroup' }
export const mai = { id: 5550001111, is_bot: false, first_name: 'Mai', last_name: 'T.' }
export const ken = { id: 5550002222, is_bot: false, first_name: 'Ken' }
export const inn = { id: bot.id, is_bot: true, first_name: 'Inn', username: bot.username }
export const second = 1_790_000_000

export function read(...updates: unknown[]) {
  return readUpdates(updates, { bot, receivedAt: 1_800_000_000_000 })
}

/** The events of one update that is understood. */
export function eventsOf(update: object): IncomingEvent[] {
  const { events, unread } = read({ update_id: 700, ...update })
  assert.deepEqual(unread, [])
  return events
}

export function messageOf(members: object) {
  return { message: { message_id: 41, from: mai, chat: flat, date: second, ...members } }
}

export function readMessage(members: object): IncomingEvent & { kind: 'message' } {
  const [event, ...others] = eventsOf(messageOf(members))
  assert.equal(event?.kind, 'message')
  assert.deepEqual(others, [])
  return event as IncomingEvent & { kind: 'message' }
}

export function unreadReason(update: object): string | undefined {
  const { events, unread } = read({ update_id: 700, ...update })
  assert.deepEqual(events, [])
  return unread[0]?.reason
}
