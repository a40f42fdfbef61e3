import assert from 'node:assert/strict'
import { request as httpRequest, type IncomingMessage } from 'node:http'
import { after, test } from 'node:test'
import { budgets } from '@innkeeper/contract'
import { message } from '../../support/content/events.ts'
import { eventually } from '../../support/eventually.ts'
import { openBrowser } from '../../support/http/browser.ts'
import type { Caller } from '../../support/http/caller.ts'
import { assertRefusal } from '../../support/http/refusal.ts'
import { startTestService } from '../../support/test-service.ts'

// A tenth of the default, so every per-minute budget is a tenth of its value in the table.
const service = await startTestService({ INNKEEPER_RATE_LIMIT: '60' })
const nextMinute = () => (service.clock.now += 60_000)
const statusesOf = async (asks: (() => Promise<{ status: number }>)[]) => {
  const statuses: number[] = []
  for (const ask of asks) statuses.push((await ask()).status)
  return statuses
}
const times = <T>(count: number, value: T): T[] => Array.from({ length: count }, () => value)

test('searches per minute are counted per person, across all keys and browsers', async () => {
  const channelId = await service.channel('C-search', { owner: 'U-1', members: ['U-2'], subscribers: ['U-1', 'U-2'] })
  nextMinute()
  const path = `/api/channels/${channelId}/backup/search?q=tea`
  const [one, other, someoneElse] = [
    await service.caller('U-1'),
    await service.caller('U-1'),
    await service.caller('U-2'),
  ]
  const minted = service.callerWith(`Bearer ${(await one.post('/api/keys', {})).body.key}`)
  const browser = openBrowser(service)
  await browser.request('POST', '/api/sign-ins', { headers: { authorization: other.authorization ?? '' } })
  const callers: Pick<Caller, 'get'>[] = [one, other, minted, browser]
  const quota = budgets.search.person.aMinute / 10
  const asks = Array.from({ length: quota }, (_, index) => () => callers[index % 4]?.get(path) ?? assert.fail())
  assert.deepEqual(await statusesOf(asks), times(quota, 200))
  for (const caller of callers) {
    const refused = await caller.get(path)
    assertRefusal(refused, 429, 'Too many requests')
    const retryAfter = Number(refused.headers.get('retry-after'))
    assert.ok(retryAfter >= 1 && retryAfter <= 60, String(retryAfter))
  }
  assert.equal((await one.get(`/api/channels/${channelId}/backup/messages`)).status, 200, 'ordinary reads still work')
  assert.equal((await someoneElse.get(path)).status, 200, 'another person is unaffected')
  nextMinute()
  assert.equal((await one.get(path)).status, 200)
})

test("a channel's budget is shared by its people, and another channel is unaffected", async () => {
  const admins = ['U-a', 'U-b', 'U-c', 'U-d']
  const [busy, calm] = [await service.channel('C-busy', { admins }), await service.channel('C-calm', { admins })]
  const callers = await Promise.all(admins.map((userId) => service.caller(userId)))
  nextMinute()
  const explain = (caller: Caller | undefined, channelId: string) => async () =>
    (caller ?? assert.fail()).post(`/api/channels/${channelId}/assistant/explain`, { text: 'tea' })
  const [ofPerson, ofChannel] = [budgets.trial.person.aMinute / 10, budgets.trial.channel.aMinute / 10]
  assert.equal(ofChannel, 3 * ofPerson)
  for (const caller of callers.slice(0, 3)) {
    assert.deepEqual(await statusesOf(times(ofPerson + 1, explain(caller, busy))), [...times(ofPerson, 200), 429])
  }
  assert.deepEqual(await statusesOf([explain(callers[3], busy), explain(callers[3], calm)]), [429, 200])
  nextMinute()
  assert.deepEqual(await statusesOf([explain(callers[3], busy)]), [200])
})

test('a person can run two zip downloads at once across all keys, and another when one ends', async () => {
  const channelId = await service.channel('C-zip', { owner: 'U-1', members: ['U-2'], subscribers: ['U-1', 'U-2'] })
  nextMinute()
  await service.receive([
    message(channelId, service.clock.now, { id: 'film', content: { type: 'video', durationMs: 1 } }),
  ])
  await service.storeMedia(channelId, 'film', Buffer.alloc(40_000_000, 'x'))
  const path = `/api/channels/${channelId}/backup/zip`
  const [one, other, someoneElse] = [
    await service.caller('U-1'),
    await service.caller('U-1'),
    await service.caller('U-2'),
  ]
  const open = [await beginDownload(one, path), await beginDownload(other, path)]
  assert.deepEqual(
    open.map(({ statusCode }) => statusCode),
    [200, 200],
  )
  for (const caller of [one, other]) {
    const refused = await caller.post(path, { ids: ['film'] })
    assertRefusal(refused, 429, 'Too many requests')
    assert.ok(Number(refused.headers.get('retry-after')) > 0)
  }
  const theirs = await beginDownload(someoneElse, path)
  assert.equal(theirs.statusCode, 200, 'another person is unaffected')
  theirs.destroy()
  open[0]?.destroy()
  nextMinute()
  const again = await eventually(
    () => beginDownload(other, path),
    ({ statusCode }) => statusCode === 200,
  )
  for (const answer of [again, ...open]) answer.destroy()
})

test('once the budget for the minute is used up, requests are refused before their body is read', async () => {
  const channelId = await service.channel('C-import', { owner: 'U-1' })
  nextMinute()
  const owner = await service.caller('U-1')
  const send = (body: unknown) => owner.post(`/api/channels/${channelId}/assistant/import`, body)
  const quota = budgets.import.person.aMinute / 10
  for (let count = 0; count < quota; count++) assert.equal((await send({})).status, 400, 'counted although invalid')
  assertRefusal(await send('x'.repeat(2 * 1024 * 1024)), 429, 'Too many requests')
})

test('turning off the request limit also turns off the per-minute budgets for expensive work', async () => {
  const free = await startTestService({ INNKEEPER_RATE_LIMIT: '0' })
  const channelId = await free.channel('C1', { owner: 'U-1' })
  const owner = await free.caller('U-1')
  const send = () => owner.post(`/api/channels/${channelId}/assistant/import`, {})
  const statuses = await statusesOf(times(budgets.import.person.aMinute + 5, send))
  assert.deepEqual([...new Set(statuses)], [400])
})

/** A response that has started, with its body left unread. */
async function beginDownload(caller: Caller, path: string): Promise<IncomingMessage> {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>()
  const headers = { authorization: caller.authorization ?? '', 'content-type': 'application/json' }
  const sent = httpRequest(service.url + path, { method: 'POST', headers, agent: false }, resolve)
  sent.on('error', reject)
  sent.end(JSON.stringify({ ids: ['film'] }))
  after(() => sent.destroy())
  return await promise
}
