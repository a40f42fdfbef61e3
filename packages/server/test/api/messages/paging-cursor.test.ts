import assert from 'node:assert/strict'
import { test } from 'node:test'
import { unsent } from '../../support/content/chat-events.ts'
import { message } from '../../support/content/events.ts'
import { idsOf } from '../../support/http/walk.ts'
import { startTestService } from '../../support/test-service.ts'

const service = await startTestService()
const owner = await service.caller('U-owner')
const start = service.clock.now
const pathOf = (channel: string, list = 'messages') => `/api/channels/${channel}/backup/${list}`

async function withTen(channel: string): Promise<{ path: string; cursor: string }> {
  await service.channel(channel, { owner: 'U-owner', subscribers: ['U-owner'] })
  await service.receive(Array.from({ length: 10 }, (_, index) => message(channel, start + index, { id: `m${index}` })))
  const path = pathOf(channel)
  const { body } = await owner.get(`${path}?limit=2`)
  return { path, cursor: body.nextCursor }
}

test('paging that passes midnight continues in the day it started in', async () => {
  const { path, cursor } = await withTen('C-midnight')
  await service.receive([message('C-midnight', start + 86_400_000, { id: 'tomorrow' })])
  service.clock.now = start + 86_400_000
  assert.deepEqual(idsOf(await owner.get(path)), ['tomorrow'], 'a first page is from the new day')
  const rest = await owner.get(`${path}?cursor=${cursor}`)
  assert.deepEqual(idsOf(rest), ['m2', 'm3', 'm4', 'm5', 'm6', 'm7', 'm8', 'm9'])
  assert.equal(rest.body.nextCursor, null)
  assert.deepEqual(idsOf(await owner.get(`${path}?cursor=${cursor}&date=2026-03-10`)), idsOf(rest))
  service.clock.now = start
})

test('a cursor carries the order it was created with', async () => {
  const { path } = await withTen('C-order')
  const { body } = await owner.get(`${path}?limit=2&order=desc`)
  assert.deepEqual(idsOf(await owner.get(`${path}?limit=2&cursor=${body.nextCursor}`)), ['m7', 'm6'])
  assert.deepEqual(idsOf(await owner.get(`${path}?limit=2&order=desc&cursor=${body.nextCursor}`)), ['m7', 'm6'])
})

test('the page size can change while paging', async () => {
  const { path, cursor } = await withTen('C-limit')
  const three = await owner.get(`${path}?limit=3&cursor=${cursor}`)
  assert.deepEqual(idsOf(three), ['m2', 'm3', 'm4'])
  assert.deepEqual(idsOf(await owner.get(`${path}?limit=1&cursor=${three.body.nextCursor}`)), ['m5'])
})

test('a parameter that differs from the cursor is refused by name', async () => {
  const { path, cursor } = await withTen('C-differs')
  for (const [query, name] of [
    ['date=2026-03-09', 'date'],
    ['order=desc', 'order'],
  ]) {
    const answer = await owner.get(`${path}?cursor=${cursor}&${query}`)
    assert.equal(answer.status, 400, query)
    assert.match(answer.body.error, new RegExp(`^${name} differs`))
  }
})

test('a cursor that is damaged or from another list or channel is refused and never returns a page', async () => {
  const { path, cursor } = await withTen('C-foreign')
  const other = await withTen('C-foreign-2')
  const damaged = `${cursor.slice(0, -2)}${cursor.at(-2) === 'A' ? 'B' : 'A'}${cursor.at(-1)}`
  for (const wrong of [
    `${path}?cursor=${other.cursor}`,
    `${pathOf('C-foreign', 'media')}?cursor=${cursor}`,
    `/api/channels/C-foreign/assistant/qa?cursor=${cursor}`,
    `/api/channels/C-foreign/audit?cursor=${cursor}`,
    `${path}?cursor=${damaged}`,
    `${path}?cursor=${cursor}x`,
    `${path}?cursor=${cursor.slice(1)}`,
    `${path}?cursor=`,
    `${path}?cursor=null`,
    `${path}?cursor=${encodeURIComponent('{"offset":2}')}`,
    `${path}?cursor=${cursor}&cursor=${cursor}`,
  ]) {
    const answer = await owner.get(wrong)
    assert.equal(answer.status, 400, wrong)
    assert.match(answer.body.error, /^cursor /, wrong)
  }
  assert.equal((await owner.get(`${path}?cursor=${cursor}`)).status, 200, 'the right one is accepted')
})

test('a limit is a whole number from 1 to 100 on every list', async () => {
  await withTen('C-limits')
  const lists = [pathOf('C-limits'), pathOf('C-limits', 'media'), '/api/channels/C-limits/assistant/qa']
  for (const path of [...lists, '/api/channels/C-limits/audit']) {
    for (const good of ['1', '50', '100']) assert.equal((await owner.get(`${path}?limit=${good}`)).status, 200, path)
    for (const bad of ['0', '101', '-1', '1.5', '1e1', '07', '', 'all', '%2B7', '99999999999999999999']) {
      const answer = await owner.get(`${path}?limit=${bad}`)
      assert.equal(answer.status, 400, `${path} limit=${bad}`)
      assert.match(answer.body.error, /^limit must be/)
    }
  }
})

test('a cursor still works when the messages it points at are gone', async () => {
  const { path, cursor } = await withTen('C-gone')
  await service.receive([unsent('C-gone', start + 50, 'm1'), unsent('C-gone', start + 50, 'm2')])
  assert.deepEqual(idsOf(await owner.get(`${path}?limit=2&cursor=${cursor}`)), ['m3', 'm4'])
})
