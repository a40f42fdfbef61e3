import assert from 'node:assert/strict'
import { createTelegramConnector, type TelegramOptions } from '../../src/adapters/telegram/telegram-connector.ts'
import type { ReplyRight } from '../../src/domain/assistant/reply.ts'
import { PlatformRefusal, PlatformSilence } from '../../src/domain/platforms/platform-errors.ts'
import type { Pulled, PullOptions } from '../../src/ports/connector.ts'
import { bot } from './reading.ts'

export const token = `${bot.id}:AAE-secret_of_this_bot`
export type Call = { url: string; method: string; parameters: Record<string, unknown> }
export type Answer = (call: Call) => Response | Promise<Response>

/** A connector to a platform whose methods answer like this. The last answer of a method is repeated. */
export function answerWith(answers: Record<string, Answer | Answer[]>, options: Partial<TelegramOptions> = {}) {
  const calls: Call[] = []
  const all: Record<string, Answer | Answer[]> = {
    getMe: ok({
      id: bot.id,
      is_bot: true,
      first_name: 'Inn',
      username: bot.username,
      can_read_all_group_messages: true,
    }),
    setMyCommands: ok(true),
    getWebhookInfo: ok({ url: '', has_custom_certificate: false, pending_update_count: 0 }),
    ...answers,
  }
  const connector = createTelegramConnector({
    token,
    apiBaseUrl: 'https://api.example.com',
    filesFolder: null,
    clock: Date.now,
    fetch: async (input, init) => {
      const url = String(input)
      const method = url.startsWith('https://api.example.com/file/') ? 'file' : (url.split('/').at(-1) ?? '')
      const call = { url, method, parameters: init?.body ? JSON.parse(String(init.body)) : {} }
      calls.push(call)
      const given = all[method]
      const answer = Array.isArray(given) ? (given.length > 1 ? given.shift() : given[0]) : given
      assert.ok(answer, `${method} was not expected`)
      init?.signal?.throwIfAborted()
      return await answer(call)
    },
    ...options,
  })
  return { connector, calls, callsOf: (method: string) => calls.filter((call) => call.method === method) }
}

export function ok(result: unknown): Answer {
  return () => Response.json({ ok: true, result })
}

export function refuse(status: number, description: string, parameters?: object): Answer {
  const body = { ok: false, error_code: status, description, ...(parameters ? { parameters } : {}) }
  return () => Response.json(body, { status })
}

/** What `fetch` does without a connection. */
export function noConnection(code: string): Answer {
  return () => {
    throw new TypeError('fetch failed', { cause: Object.assign(new Error(code), { code }) })
  }
}

export function right(token: string): ReplyRight {
  return { token, expiresAt: null, isOneUse: false, cost: 'free' }
}

export async function refusalOf(promise: Promise<unknown>): Promise<PlatformRefusal> {
  const error = await promise.then(
    () => assert.fail('it was not refused'),
    (reason: unknown) => reason,
  )
  assert.ok(error instanceof PlatformRefusal, String(error))
  return error
}

export async function silenceOf(promise: Promise<unknown>): Promise<PlatformSilence> {
  const error = await promise.then(
    () => assert.fail('it was answered'),
    (reason: unknown) => reason,
  )
  assert.ok(error instanceof PlatformSilence, String(error))
  return error
}

/** Asks for events until the answers end or enough was taken. */
export async function pull(
  connector: ReturnType<typeof createTelegramConnector>,
  options: Partial<PullOptions> & { most?: number } = {},
): Promise<Pulled[]> {
  const { most = 1, ...others } = options
  const taken: Pulled[] = []
  const enough = new AbortController()
  assert.ok(connector.pull)
  await connector.pull.run({
    position: undefined,
    take: async (pulled) => {
      taken.push(pulled)
      if (taken.length === most) enough.abort()
    },
    knowsChat: async () => true,
    notePolled: () => {},
    signal: enough.signal,
    ...others,
  })
  return taken
}
