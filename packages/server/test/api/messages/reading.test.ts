import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { sizeLimits } from '@innkeeper/contract'
import { joined, left, unsent } from '../../support/content/chat-events.ts'
import { message } from '../../support/content/events.ts'
import { createSampleGroup } from '../../support/content/sample-group.ts'
import { eventually } from '../../support/eventually.ts'
import type { Caller } from '../../support/http/caller.ts'
import { startTestService } from '../../support/test-service.ts'

const service = await startTestService()
const noon = service.clock.now
const minute = 60_000
const dayMs = 86_400_000
const operator = { kind: 'operator' } as const

/** A group with this many messages, a minute apart, and Ana, who reads it, too. */
async function talkingGroup(name: string, count: number) {
  const group = await createSampleGroup(service, `C-${name}`, { members: ['U-ana'] })
  const { channelId, deliver, backup } = group
  await service.subscribe(channelId, 'U-ana')
  const id = (index: number) => `${name}-${index}`
  const said = Array.from({ length: count }, (_, index) =>
    message(channelId, noon + (index + 1) * minute, { id: id(index + 1) }),
  )
  await deliver(...said)
  return {
    ...group,
    id,
    ana: await service.caller('U-ana'),
    position: `${backup}/read-position`,
    marks: `${backup}/bookmarks`,
  }
}

const look = async (caller: Caller, path: string) => (await caller.get(path)).body
const unreadIn = async (caller: Caller, channelId: string) =>
  (await caller.get('/api/overview')).body.channels.find((card: { channelId: string }) => card.channelId === channelId)
    .unread

describe('how far someone has read', () => {
  test('follows the person, only moves forward, and is no one else’s', async () => {
    const { owner, ana, position, id, channelId } = await talkingGroup('read', 5)
    assert.deepEqual(await look(owner, position), { readUntil: null, unread: 0, firstUnreadId: null })
    assert.equal(await unreadIn(owner, channelId), 0, 'someone who never looked has missed nothing')
    const after = { readUntil: '2026-03-10T12:02:00Z', unread: 3, firstUnreadId: id(3) }
    const { status, body } = await owner.put(position, { messageId: id(2) })
    assert.deepEqual([status, body], [200, after])
    await owner.put(position, { messageId: id(1) })
    assert.deepEqual(await look(await service.caller('U-owner'), position), after, 'in another browser')
    assert.equal(await unreadIn(owner, channelId), 3)
    assert.deepEqual(await look(ana, position), { readUntil: null, unread: 0, firstUnreadId: null })
    await owner.put(position, { messageId: id(5) })
    assert.deepEqual(await look(owner, position), {
      readUntil: '2026-03-10T12:05:00Z',
      unread: 0,
      firstUnreadId: null,
    })
  })

  test('counts new messages up to a limit, and stays where it was when its message is unsent', async () => {
    const { owner, position, id, channelId, deliver } = await talkingGroup('many', 2)
    await owner.put(position, { messageId: id(1) })
    await deliver(unsent(channelId, noon + 10 * minute, id(1)))
    assert.deepEqual(await look(owner, position), {
      readUntil: '2026-03-10T12:01:00Z',
      unread: 1,
      firstUnreadId: id(2),
    })
    const more = sizeLimits.countedUnreadInCard + 5
    await deliver(...Array.from({ length: more }, (_, index) => message(channelId, noon + 20 * minute + index)))
    assert.equal((await look(owner, position)).unread, more + 1)
    assert.equal(await unreadIn(owner, channelId), sizeLimits.countedUnreadInCard)
  })

  test('ignores what the person can’t read: expired, from before they joined, or nothing at all', async () => {
    const { owner, ana, position, id, channelId, deliver, backup } = await talkingGroup('hidden', 3)
    await ana.put(position, { messageId: id(1) })
    await owner.put(`/api/channels/${channelId}/settings`, { retentionDays: 1 })
    service.clock.now = noon + dayMs + 2 * minute + 1
    assert.deepEqual(await look(ana, position), {
      readUntil: '2026-03-10T12:01:00Z',
      unread: 1,
      firstUnreadId: id(3),
    })
    assert.equal(await unreadIn(ana, channelId), 1)
    service.clock.now = noon
    await deliver(joined(channelId, noon + 2 * minute + 1, 'U-late'))
    await owner.put(`/api/channels/${channelId}/settings`, { history: 'since-joined', retentionDays: null })
    await service.subscribe(channelId, 'U-late')
    const late = await service.caller('U-late')
    assert.equal((await late.put(position, { messageId: id(1) })).status, 404)
    assert.equal((await late.put(position, { messageId: id(3) })).status, 200)
    assert.equal((await ana.put(position, { messageId: 'unknown' })).status, 404)
    await ana.delete(`${backup}/subscribe`)
    assert.deepEqual((await ana.get(position)).body, { error: 'Not a subscriber' })
    assert.equal(await unreadIn(ana, channelId), 0)
  })

  test('is forgotten when the person leaves', async () => {
    const { ana, position, id, channelId, deliver } = await talkingGroup('leaving', 2)
    await ana.put(position, { messageId: id(1) })
    await deliver(left(channelId, noon + 10 * minute, 'U-ana'), joined(channelId, noon + 11 * minute, 'U-ana'))
    await service.subscribe(channelId, 'U-ana')
    assert.equal((await look(ana, position)).readUntil, null)
  })
})

describe('bookmarks', () => {
  test('are listed newest message first, with their notes, and are no one else’s', async () => {
    const { owner, ana, marks, id } = await talkingGroup('marks', 3)
    const created = await owner.put(`${marks}/${id(1)}`, { note: 'Key to the boathouse' })
    assert.equal(created.status, 200)
    assert.equal((await owner.put(`${marks}/${id(3)}`, {})).status, 200)
    service.clock.now = noon + minute
    const changed = await owner.put(`${marks}/${id(1)}`, { note: 'Key' })
    await owner.put(`${marks}/${id(1)}`, {})
    service.clock.now = noon
    assert.deepEqual(
      [changed.body.note, changed.body.createdAt, changed.body.updatedAt],
      ['Key', '2026-03-10T12:00:00Z', '2026-03-10T12:01:00Z'],
    )
    const { bookmarks, limit } = await look(owner, marks)
    assert.equal(limit, sizeLimits.bookmarks)
    assert.deepEqual(
      bookmarks.map(({ messageId, note }: { messageId: string; note: string }) => [messageId, note]),
      [
        [id(3), ''],
        [id(1), 'Key'],
      ],
    )
    assert.deepEqual([bookmarks[1].message.kind, bookmarks[1].message.id], ['message', id(1)])
    assert.deepEqual(bookmarks[1], changed.body)
    assert.deepEqual((await look(ana, marks)).bookmarks, [])
    assert.deepEqual((await ana.delete(`${marks}/${id(1)}`)).body, { error: 'Bookmark not found' })
    assert.equal((await look(owner, marks)).bookmarks.length, 2, 'others can’t remove them')
    assert.equal((await owner.delete(`${marks}/${id(1)}`)).status, 200)
    assert.equal((await owner.delete(`${marks}/${id(1)}`)).status, 404)
    assert.equal((await look(owner, marks)).bookmarks.length, 1)
  })

  test('are limited in number and length', async () => {
    const { owner, marks, channelId, deliver } = await talkingGroup('bounded', 0)
    const ids = Array.from({ length: sizeLimits.bookmarks + 1 }, (_, index) => `bounded-${index}`)
    await deliver(...ids.map((id) => message(channelId, noon + minute, { id })))
    const last = ids.pop()
    for (const id of ids) assert.equal((await owner.put(`${marks}/${id}`, {})).status, 200)
    const refused = await owner.put(`${marks}/${last}`, {})
    assert.equal(refused.status, 400)
    assert.match(refused.body.error, /200 bookmarks/)
    assert.equal((await owner.put(`${marks}/${ids[0]}`, { note: 'x'.repeat(1000) })).status, 200)
    assert.equal((await owner.put(`${marks}/${ids[0]}`, { note: 'x'.repeat(1001) })).status, 400)
    assert.equal((await look(owner, marks)).bookmarks.length, sizeLimits.bookmarks)
  })

  test('go with their message: unsent, expired or erased', async () => {
    const { owner, ana, marks, id, channelId, deliver } = await talkingGroup('gone', 2)
    await deliver(message(channelId, noon + 10 * minute, { id: 'by-ben', from: 'U-ben' }))
    for (const messageId of [id(1), id(2), 'by-ben']) await ana.put(`${marks}/${messageId}`, { note: 'mine' })
    const left = async () => {
      const rows = await service.environment.withSql((sql) =>
        sql.all<{ id: string }>(
          `select message_id as id from bookmarks
           where channel = (select channel from channels where channel_id = ?) order by message_id`,
          channelId,
        ),
      )
      return rows.map((row) => row.id)
    }
    assert.equal((await left()).length, 3)
    await deliver(unsent(channelId, noon + 20 * minute, id(1)))
    assert.deepEqual(await left(), ['by-ben', id(2)])
    assert.equal((await ana.put(`${marks}/${id(1)}`, {})).status, 404)
    const erasing = { by: operator, at: noon + 30 * minute, userId: 'U-ben', channelId: null }
    await service.store.write<'erase-person'>({ kind: 'erase-person', ...erasing })
    assert.deepEqual(await eventually(left, (ids) => ids.length === 1), [id(2)])
    await owner.put(`/api/channels/${channelId}/settings`, { retentionDays: 1 })
    service.clock.now = noon + 2 * dayMs
    assert.deepEqual((await look(ana, marks)).bookmarks, [], 'at once')
    const limits = { ceilingDays: null, limit: 1000 }
    await service.store.write<'delete-expired'>({ kind: 'delete-expired', at: service.clock.now, ...limits })
    service.clock.now = noon
    assert.deepEqual(await left(), [])
  })

  test('are kept while access is suspended, but can’t be read then', async () => {
    const { owner, ana, marks, id, channelId, backup } = await talkingGroup('suspended', 1)
    await ana.put(`${marks}/${id(1)}`, { note: 'mine' })
    const allow = (who: string) => owner.put(`/api/channels/${channelId}/settings`, { backup: who })
    await allow('admins')
    assert.deepEqual((await ana.get(marks)).body, { error: 'Not a subscriber' })
    await allow('members')
    assert.equal((await look(ana, marks)).bookmarks[0].note, 'mine')
    await ana.delete(`${backup}/subscribe`)
    assert.equal((await ana.get(marks)).status, 403)
    await ana.post(`${backup}/subscribe`)
    assert.equal((await look(ana, marks)).bookmarks.length, 1)
  })

  test('do not show a message from before the person joined, even as a quote', async () => {
    const { owner, marks, id, channelId, deliver } = await talkingGroup('quoted', 1)
    await deliver(joined(channelId, noon + 10 * minute, 'U-late'), {
      ...message(channelId, noon + 20 * minute, { id: 'quoting' }),
      details: { quotedMessageId: id(1) },
    })
    await service.subscribe(channelId, 'U-late')
    const late = await service.caller('U-late')
    for (const messageId of [id(1), 'quoting']) await late.put(`${marks}/${messageId}`, {})
    assert.equal((await look(late, marks)).bookmarks.length, 2)
    await owner.put(`/api/channels/${channelId}/settings`, { history: 'since-joined' })
    const { bookmarks } = await look(late, marks)
    assert.deepEqual(
      bookmarks.map(({ messageId, message: { quoted } }: { messageId: string; message: { quoted: object } }) => [
        messageId,
        quoted,
      ]),
      [['quoting', { id: id(1), sender: null, type: null, excerpt: '' }]],
    )
  })
})
