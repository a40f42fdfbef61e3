import assert from 'node:assert/strict'
import { after } from 'node:test'
import { type SimulatorOptions, startSimulator, type Update } from '../../src/index.ts'
import { findProblems, findResultProblems } from './spec.ts'

/**
 * A simulator with a bot, a supergroup with two members, and a clock that moves only when a test sets it. Everything it sends is
 * checked against the description of the Bot API.
 */
export async function openTelegram(options: SimulatorOptions = {}) {
  const time = { now: Date.UTC(2026, 7, 20, 9) }
  const telegram = await startSimulator({ seed: 'test', clock: () => time.now, ...options })
  after(() => telegram.stop())
  const mai = telegram.addUser({ firstName: 'Mai', lastName: 'T.', languageCode: 'ja' })
  const ken = telegram.addUser({ firstName: 'Ken' })
  const flat = telegram.addSupergroup({ title: 'Flat', owner: mai, members: [ken] })

  /** Calls the API as the bot does. */
  const call = async (method: string, parameters: object = {}, token = telegram.token) => {
    const response = await fetch(`${telegram.url}/bot${token}/${method}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(parameters),
    })
    const text = await response.text()
    const body = text.startsWith('{') ? JSON.parse(text) : {}
    if (body.ok && method in checkedMethods) assert.deepEqual(findResultProblems(method, body.result), [])
    return { status: response.status, headers: response.headers, text, body, result: body.result }
  }
  const getUpdates = async (parameters: object = {}): Promise<Update[]> => {
    const { status, body, text } = await call('getUpdates', { timeout: 0, ...parameters })
    assert.equal(status, 200, text)
    for (const update of body.result) assert.deepEqual(findProblems('Update', update), [])
    return body.result
  }
  /** Everything that waits, confirmed. */
  const drain = async (): Promise<Update[]> => {
    const all: Update[] = []
    for (let offset = 0; ; ) {
      const updates = await getUpdates({ allowed_updates: everyKind, ...(offset > 0 ? { offset } : {}) })
      if (updates.length === 0) return all
      all.push(...updates)
      offset = (updates.at(-1)?.update_id ?? 0) + 1
    }
  }
  /** Until a given number of calls have waited for updates. */
  const waits = (count: number) => telegram.until(() => telegram.updates.waits().count === count)
  await call('getUpdates', { allowed_updates: everyKind })
  return { telegram, time, mai, ken, flat, call, getUpdates, drain, waits }
}

export const everyKind = [
  'message',
  'edited_message',
  'my_chat_member',
  'chat_member',
  'callback_query',
  'channel_post',
]

/** Those whose result is checked here. `getUpdates` is checked update by update. */
const checkedMethods: Record<string, true> = {
  getMe: true,
  sendMessage: true,
  sendPhoto: true,
  getChat: true,
  getChatAdministrators: true,
  getChatMember: true,
  getChatMemberCount: true,
  getFile: true,
  getUserProfilePhotos: true,
  getWebhookInfo: true,
  setWebhook: true,
  getMyCommands: true,
}
