import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createTelegramConnector } from '../../../src/adapters/telegram/telegram-connector.ts'
import { drawRandom } from '../../support/line/line-load.ts'
import { isSoak } from '../../support/soak.ts'
import { type Json, mutationsOf, sampleUpdates } from '../../support/telegram/bot-api.ts'
import { startTestService } from '../../support/test-service.ts'

type Members = { [name: string]: Json }

const botId = 7_000_000_001
const group = { id: -1002222333344, type: 'supergroup', title: 'Flat' }
const mai = { id: 5550001111, is_bot: false, first_name: 'Mai' }
const second = Math.floor(Date.now() / 1_000)
/** Of all mutations, in the short form. */
const oneIn = 40

test('whatever an update lacks or contains, it is read or kept, and the next ones arrive', {
  timeout: isSoak ? 1_500_000 : 180_000,
}, async (context) => {
  const skipped = isSoak ? 0 : drawRandom(context).below(oneIn)
  const updates = listUpdates(isSoak ? 1 : oneIn, skipped)
  const source = createSource(updates)
  const connector = createTelegramConnector({
    token: `${botId}:secret`,
    apiBaseUrl: 'https://api.example.com',
    filesFolder: null,
    clock: Date.now,
    fetch: source.fetch,
  })
  const service = await startTestService({}, { connectors: [connector], now: Date.now() })
  await source.done
  context.diagnostic(`${updates.length} updates`)
  const owner = await service.caller(`tg:${mai.id}`)
  // Of the mutations, some say that another chat became this group, which then has the ID of that one.
  const [channel] = await service.environment.withSql((sql) =>
    sql.all<{ id: string }>(
      'select channel_id as id from channels where coalesce(chat_id, channel_id) = ?',
      `tg:${group.id}`,
    ),
  )
  const { messages } = (await owner.get(`/api/channels/${channel?.id}/backup/messages`)).body
  assert.equal(messages.at(-1)?.content, 'the last one')
  const failed = await service.environment.withSql((sql) =>
    sql.all<{ reason: string; raw: string }>(
      `select reason, raw from unread_events where reason like '%could not be stored%' or reason like '%error in Innkeeper%'`,
    ),
  )
  assert.deepEqual(failed, [], 'the store takes everything that was read')
})

/** Some of the mutations, between messages that are well-formed. Each has numbers of its own, except for the mutated ones. */
function listUpdates(every: number, skipped: number): Json[] {
  const mutations = sampleUpdates().flatMap((update) => [...mutationsOf(update)])
  assert.ok(mutations.length > 30_000)
  const chosen = mutations.filter((_, index) => index % every === skipped)
  const member = (status: string) => ({ user: { id: botId, is_bot: true, first_name: 'Inn' }, status })
  const said = (text: string): Members => ({
    update_id: 1_000,
    message: { message_id: 1, from: mai, chat: group, date: second, text },
  })
  const first: Members[] = [
    {
      update_id: 1_000,
      my_chat_member: {
        chat: group,
        from: mai,
        date: second - 60,
        old_chat_member: member('left'),
        new_chat_member: member('administrator'),
      },
    },
    // Someone added the bot, so it isn't a group that has moved here.
    {
      update_id: 1_000,
      message: { message_id: 1, from: mai, chat: group, date: second, new_chat_members: [member('member').user] },
    },
    said('/claim'),
    said('/backup on'),
  ]
  const all: Json[] = [...first, ...chosen, said('the last one')]
  return all.map((update, index) => renumber(update as Members, index + 1))
}

/** The samples have numbers from 1,000, and one message id. Mutated ones stay as they are. */
function renumber(update: Members, number: number): Json {
  if (typeof update !== 'object' || update === null) return update
  const { update_id: id, message } = update
  const isNumbered = typeof id === 'number' && id >= 1_000 && id < 1e6
  const isMessage =
    typeof message === 'object' &&
    message !== null &&
    !Array.isArray(message) &&
    (message.message_id === 1 || message.message_id === 1_790_000)
  return {
    ...update,
    ...(isNumbered ? { update_id: number } : {}),
    ...(isMessage ? { message: { ...message, message_id: number } } : {}),
  }
}

/** Telegram's side: batches of a hundred, each again until a later one is asked for. */
function createSource(updates: readonly Json[]) {
  const done = Promise.withResolvers<void>()
  let start = 0
  let last: number | undefined
  const answer = (method: string, { offset }: { offset?: number }): unknown => {
    if (method === 'getMe') return { id: botId, is_bot: true, first_name: 'Inn', username: 'inn_bot' }
    if (method === 'getWebhookInfo') return { url: '' }
    if (method === 'getChatAdministrators') return [{ user: mai, status: 'creator' }]
    if (method !== 'getUpdates') return true
    if (offset !== undefined && offset !== last) {
      start += 100
      last = offset
    }
    if (start >= updates.length) done.resolve()
    return updates.slice(start, start + 100)
  }
  const fetch: typeof globalThis.fetch = async (input, init) => {
    const method = String(input).split('/').at(-1) ?? ''
    const parameters = init?.body ? JSON.parse(String(init.body)) : {}
    if (method === 'getUpdates' && start >= updates.length) await new Promise((resolve) => setTimeout(resolve, 50))
    init?.signal?.throwIfAborted()
    return Response.json({ ok: true, result: answer(method, parameters) })
  }
  return { fetch, done: done.promise }
}
