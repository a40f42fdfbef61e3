import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import type { PictureRef } from '../../../src/ports/commands/channels.ts'
import type { IncomingEvent } from '../../../src/ports/connector.ts'
import { botAdded, botRemoved, joined, left } from '../../support/content/chat-events.ts'
import { message } from '../../support/content/events.ts'
import { createSampleGroup, type Item, labelsOf, readWithHappenings } from '../../support/content/sample-group.ts'
import { hasDueJobs } from '../../support/due-jobs.ts'
import { eventually } from '../../support/eventually.ts'
import type { Caller } from '../../support/http/caller.ts'
import { watchChannel } from '../../support/http/watching.ts'
import { startTestService } from '../../support/test-service.ts'

const service = await startTestService()
const noon = service.clock.now
const minute = 60_000
const dayMs = 86_400_000
const operator = { kind: 'operator' } as const

type Happening = Item & {
  person: { id: string; name: string; pictureUrl: string } | null
  from: string | null
  to: string | null
  missingSince: string | null
}

/** What happened in the group after it was set up, as someone reads it. */
async function happeningsOf(caller: Caller, timeline: string, since = noon + 1000): Promise<Happening[]> {
  const { items } = await readWithHappenings(caller, `${timeline}?limit=200`)
  const happened = items.filter(({ kind }) => kind === 'happening') as Happening[]
  return happened.filter(({ at }) => Date.parse(at ?? '') >= since)
}

const say = ({ what, person }: Happening) => `${what} ${person?.name ?? ''}`.trim()

/** A group on which nothing has happened after noon. */
async function quietGroup(name: string, people = {}) {
  const group = await createSampleGroup(service, `C-${name}`, people)
  const { channelId, owner, timeline } = group
  return {
    ...group,
    happened: (since?: number) => happeningsOf(owner, timeline, since),
    recordMember: (at: number, userId: string, memberName: string, picture: PictureRef = null) =>
      service.store.write<'record-member'>({ kind: 'record-member', at, channelId, userId, name: memberName, picture }),
  }
}

const picture = (sha: string): PictureRef => ({
  id: `https://pictures.invalid/${sha}`,
  sha256: sha.repeat(64),
  contentType: 'image/png',
})

test('people who join and leave are lines between the messages, in reading order', async () => {
  const { owner, timeline, deliver, channelId } = await quietGroup('lines')
  await deliver(
    message(channelId, noon + minute, { id: 'm1' }),
    joined(channelId, noon + 2 * minute, 'U-ana', 'Ana'),
    message(channelId, noon + 3 * minute, { id: 'm2' }),
    left(channelId, noon + 4 * minute, 'U-ana', 'U-never-there'),
  )
  const { items } = await readWithHappenings(owner, timeline)
  assert.deepEqual(labelsOf(items.slice(-4)), ['m1', 'joined', 'm2', 'left'])
  const [line] = (await happeningsOf(owner, timeline)) as [Happening]
  const { id, person, ...rest } = line
  assert.match(String(id), /\S/)
  assert.deepEqual(rest, {
    kind: 'happening',
    at: '2026-03-10T12:02:00Z',
    what: 'joined',
    from: null,
    to: null,
    missingSince: null,
  })
  assert.deepEqual([person?.id, person?.name], ['U-ana', 'Ana'])
  assert.match(person?.pictureUrl ?? '', /\/pictures\//)
})

test('a redelivered event has one effect, even if its id is forgotten', async () => {
  const { deliver, channelId, happened } = await quietGroup('again')
  const events = [joined(channelId, noon + minute, 'U-ana', 'Ana'), left(channelId, noon + 2 * minute, 'U-ana')]
  await deliver(...events)
  await deliver(...events)
  const forgotten = events.map((event, index): IncomingEvent => ({ ...event, eventId: `new-id-${index}` }))
  await deliver(...forgotten, ...events)
  await Promise.all([deliver(...events), deliver(...events)])
  assert.deepEqual((await happened()).map(say), ['joined Ana', 'left Ana'])
})

test('paging both ways with any page size shows each line once', async () => {
  const { owner, timeline, deliver, channelId } = await quietGroup('paged')
  // Few moments for many items, so most have the same time as others.
  const at = (index: number) => noon + minute + (index % 3)
  const events = Array.from({ length: 30 }, (_, index) =>
    index % 2 ? joined(channelId, at(index), `U-${index}`) : message(channelId, at(index), { id: `p${index}` }),
  )
  await deliver(...events)
  const idsOf = (items: Item[]) => items.map(({ kind, id }) => `${kind} ${id}`)
  const whole = idsOf((await readWithHappenings(owner, `${timeline}?limit=200`)).items)
  assert.equal(new Set(whole).size, whole.length)
  assert.ok(whole.length >= 30)
  for (const limit of [1, 4, 7]) {
    const forwards: string[] = []
    let page = await readWithHappenings(owner, `${timeline}?date=2026-03-01&limit=${limit}`)
    for (;;) {
      forwards.push(...idsOf(page.items))
      if (page.nextCursor === null) break
      page = await readWithHappenings(owner, `${timeline}?cursor=${page.nextCursor}&limit=${limit}`)
    }
    const backwards: string[] = []
    page = await readWithHappenings(owner, `${timeline}?limit=${limit}`)
    for (;;) {
      backwards.unshift(...idsOf(page.items))
      if (page.previousCursor === null) break
      page = await readWithHappenings(owner, `${timeline}?cursor=${page.previousCursor}&limit=${limit}`)
    }
    assert.deepEqual([forwards, backwards], [whole, whole], `${limit} a page`)
  }
})

describe('names and pictures', () => {
  test('a member who changes them gets a line, but the first ones are no change', async () => {
    const { deliver, channelId, happened, recordMember } = await quietGroup('names')
    await deliver(joined(channelId, noon, 'U-ana'))
    await recordMember(noon + minute, 'U-ana', 'Ana', picture('a'))
    assert.deepEqual(await happened(), [], 'until then her id and a drawn picture were shown')
    await recordMember(noon + 2 * minute, 'U-ana', 'Ana', picture('a'))
    await recordMember(noon + 3 * minute, 'U-ana', 'Ana Maria', picture('b'))
    const [renamed, pictured, ...more] = await happened()
    assert.deepEqual(more, [])
    assert.deepEqual([renamed?.what, renamed?.from, renamed?.to], ['renamed', 'Ana', 'Ana Maria'])
    assert.deepEqual([pictured?.what, pictured?.from, pictured?.to], ['picture-changed', null, null])
  })

  test('a name that a platform sends with the messages is noticed, too', async () => {
    const { deliver, channelId, happened } = await quietGroup('sent-names')
    const said = (at: number, name: string) => message(channelId, at, { from: 'U-ana', name })
    await deliver(said(noon + minute, 'Ana'), said(noon + 2 * minute, 'Ana'), said(noon + 3 * minute, 'Ani'))
    assert.deepEqual(
      (await happened()).map(({ what, from, to }) => [what, from, to]),
      [['renamed', 'Ana', 'Ani']],
    )
  })

  test('a group that changes them gets a line, but a room named after its members does not', async () => {
    const { channelId, happened } = await quietGroup('group-names')
    // The platform is asked for the profile, and its answer must not come between the two records.
    await eventually(
      () => hasDueJobs(service.store, service.clock.now + minute, ['refresh-channel']),
      (isDue) => !isDue,
    )
    const record = (at: number, id: string, name: string, sha: string) =>
      service.store.write<'record-channel'>({ kind: 'record-channel', at, channelId: id, name, picture: picture(sha) })
    await record(noon + minute, channelId, 'Hikers', 'c')
    await record(noon + 2 * minute, channelId, 'Hikers', 'd')
    assert.deepEqual(
      (await happened()).map(({ what, from, to, person }) => [what, from, to, person]),
      [
        ['group-renamed', `Group ${channelId}`, 'Hikers', null],
        ['group-picture-changed', null, null, null],
      ],
    )
  })

  test('nothing is noted about people who keep out of the backup', async () => {
    const { deliver, channelId, happened, recordMember } = await quietGroup('private', { members: ['U-ana', 'U-ben'] })
    const reply = { token: 'private', expiresAt: noon + 600 * minute, isOneUse: true, cost: 'free' } as const
    const text = { type: 'text', text: '/private' } as const
    await deliver({ ...message(channelId, noon + 1000, { from: 'U-ana', content: text }), reply })
    await recordMember(noon + minute, 'U-ana', 'Other', picture('a'))
    await recordMember(noon + 2 * minute, 'U-ana', 'Another', picture('b'))
    await recordMember(noon + 2 * minute, 'U-ben', 'Benno')
    await deliver(left(channelId, noon + 3 * minute, 'U-ana'), joined(channelId, noon + 4 * minute, 'U-ana'))
    assert.deepEqual((await happened()).map(say), ['renamed Benno'])
  })
})

describe('what is missing', () => {
  test('while the bot was away', async () => {
    const { deliver, channelId, happened } = await quietGroup('away')
    await deliver(botRemoved(channelId, noon + minute))
    await deliver(message(channelId, noon + 90_000, { id: 'unheard' }), botAdded(channelId, noon + 60 * minute))
    // Everyone has to be confirmed after an absence.
    service.clock.now = noon + 3 * 60 * minute
    const lines = (await happened()).map(({ what, at, missingSince }) => [what, at, missingSince])
    service.clock.now = noon
    assert.deepEqual(lines.slice(0, 1), [['bot-removed', '2026-03-10T12:01:00Z', null]])
    const back = lines.filter(([what]) => what === 'bot-added')
    assert.equal(back.length, lines.length - 1)
    assert.equal(back.at(0)?.[2], '2026-03-10T12:01:00Z')
  })

  test('while nobody had a backup', async () => {
    const { owner, backup, happened } = await quietGroup('unsaved', { members: ['U-ana'] })
    const ana = await service.caller('U-ana')
    const at = async (minutes: number, work: () => Promise<unknown>) => {
      service.clock.now = noon + minutes * minute
      await work()
    }
    await at(1, () => ana.post(`${backup}/subscribe`))
    await at(2, () => owner.delete(`${backup}/subscribe`))
    await at(3, () => ana.delete(`${backup}/subscribe`))
    await at(10, () => owner.post(`${backup}/subscribe`))
    await at(11, () => owner.post(`${backup}/subscribe`))
    service.clock.now = noon
    assert.deepEqual(
      (await happened()).map(({ what, at: time, missingSince }) => [what, time, missingSince]),
      [
        ['backup-off', '2026-03-10T12:03:00Z', null],
        ['backup-on', '2026-03-10T12:10:00Z', '2026-03-10T12:03:00Z'],
      ],
    )
  })

  test('when the last subscriber leaves, becomes a guest, or is no longer allowed', async () => {
    const { owner, backup, channelId, deliver, happened } = await quietGroup('lost', { members: ['U-ana'] })
    const path = `/api/channels/${channelId}`
    const ana = await service.caller('U-ana')
    await ana.post(`${backup}/subscribe`)
    await owner.delete(`${backup}/subscribe`)
    await deliver(left(channelId, noon + minute, 'U-ana'))
    await owner.post(`${backup}/subscribe`)
    service.clock.now = noon + 2 * minute
    await owner.put(`${path}/settings`, { backup: 'off' })
    service.clock.now = noon + 3 * minute
    await owner.put(`${path}/settings`, { backup: 'members' })
    service.clock.now = noon
    assert.deepEqual(
      (await happened()).map(({ what, missingSince }) => [what, missingSince]),
      [
        ['left', null],
        ['backup-off', null],
        ['backup-off', null],
        ['backup-on', '2026-03-10T12:02:00Z'],
      ],
    )
  })

  test('while the owner had disabled the channel', async () => {
    const { owner, channelId, happened } = await quietGroup('disabled')
    const set = (status: string) => owner.put(`/api/channels/${channelId}/status`, { status })
    service.clock.now = noon + minute
    await set('disabled')
    await set('disabled')
    service.clock.now = noon + 2 * minute
    await set('active')
    service.clock.now = noon
    assert.deepEqual(
      (await happened()).map(({ what, missingSince }) => [what, missingSince]),
      [
        ['disabled', null],
        ['enabled', '2026-03-10T12:01:00Z'],
      ],
    )
  })
})

test('a claim and a change of the owner are lines', async () => {
  const { owner, channelId, happened, deliver } = await quietGroup('owners', { members: ['U-ana'] })
  service.clock.now = noon + minute
  await owner.put(`/api/channels/${channelId}/owner`, { userId: 'U-ana' })
  service.clock.now = noon
  assert.deepEqual((await happened()).map(say), ['owner-changed Name of U-ana'])
  const reply = { token: 'claim', expiresAt: noon + 600 * minute, isOneUse: true, cost: 'free' } as const
  const claim = { type: 'text', text: '/claim' } as const
  await deliver({ ...message('C-claimed', noon + minute, { from: 'U-cem', name: 'Cem', content: claim }), reply })
  const cem = await service.caller('U-cem')
  await cem.post('/api/channels/C-claimed/backup/subscribe')
  const found = await happeningsOf(cem, '/api/channels/C-claimed/backup/timeline')
  assert.deepEqual(found.map(say).slice(0, 1), ['claimed Cem'])
})

describe('who sees them', () => {
  test('people who joined later see nothing from before, and not since when something is missing', async () => {
    const { owner, deliver, channelId, timeline } = await quietGroup('later', { members: ['U-ana'] })
    await deliver(left(channelId, noon + minute, 'U-ana'))
    service.clock.now = noon + 2 * minute
    await owner.put(`/api/channels/${channelId}/status`, { status: 'disabled' })
    service.clock.now = noon
    await deliver(joined(channelId, noon + 10 * minute, 'U-late', 'Late'))
    service.clock.now = noon + 20 * minute
    await owner.put(`/api/channels/${channelId}/status`, { status: 'active' })
    await owner.put(`/api/channels/${channelId}/settings`, { history: 'since-joined' })
    await service.subscribe(channelId, 'U-late')
    const late = await service.caller('U-late')
    const seen = await happeningsOf(late, timeline)
    const seenByOwner = await happeningsOf(owner, timeline)
    service.clock.now = noon
    const [joining, enabled] = seen
    assert.deepEqual(seen.map(say), ['joined Late', 'enabled'])
    assert.equal(joining?.person?.id, 'U-late')
    assert.equal(enabled?.missingSince, '2026-03-10T12:10:00Z', 'when they joined')
    assert.equal(seenByOwner.find(({ what }) => what === 'enabled')?.missingSince, '2026-03-10T12:02:00Z')
  })

  test('they expire like messages and are deleted from the store', async () => {
    const { owner, deliver, channelId, timeline } = await quietGroup('expiring')
    await deliver(joined(channelId, noon + minute, 'U-ana', 'Ana'))
    await owner.put(`/api/channels/${channelId}/settings`, { retentionDays: 2 })
    const count = async () => {
      const row = await service.environment.withSql((sql) =>
        sql.get<{ count: number }>(
          'select count(*) as count from happenings where channel = (select channel from channels where channel_id = ?)',
          channelId,
        ),
      )
      return row?.count ?? 0
    }
    service.clock.now = noon + 3 * dayMs
    assert.deepEqual(await happeningsOf(owner, timeline, 0), [], 'at once, whether or not the clean-up has run')
    assert.ok((await count()) > 0)
    await service.store.write<'delete-expired'>({
      kind: 'delete-expired',
      at: service.clock.now,
      ceilingDays: null,
      limit: 10_000,
    })
    service.clock.now = noon
    assert.equal(await count(), 0)
  })

  test('a person who is erased is in none of them, and others stay', async () => {
    const { owner, deliver, channelId, timeline, recordMember } = await quietGroup('erased', { members: ['U-ben'] })
    await deliver(joined(channelId, noon + minute, 'U-ana', 'Ana'))
    await recordMember(noon + 2 * minute, 'U-ana', 'Ana Maria')
    await recordMember(noon + 2 * minute, 'U-ben', 'Benno')
    const erasing = { by: operator, at: noon + 3 * minute, userId: 'U-ana', channelId: null }
    await service.store.write<'erase-person'>({ kind: 'erase-person', ...erasing })
    const seen = await eventually(
      () => happeningsOf(owner, timeline),
      (lines) => !JSON.stringify(lines).includes('Ana'),
    )
    assert.deepEqual(seen.map(say), ['renamed Benno'])
    await deliver({ ...joined(channelId, noon + minute, 'U-ana', 'Ana'), eventId: 'erased-again' })
    assert.deepEqual((await happeningsOf(owner, timeline)).map(say), ['renamed Benno'])
  })
})

test('they arrive live as events of their own, which older clients ignore', async () => {
  const { owner, channelId, deliver, timeline } = await quietGroup('live')
  const watcher = await watchChannel(service, owner, channelId)
  after(() => watcher.stop())
  await deliver(joined(channelId, noon + minute, 'U-dan', 'Dan'), joined(channelId, noon + minute, 'U-eve', 'Eve'))
  await watcher.until(({ event }) => event === 'member')
  const arrived = watcher.events.flatMap((one) => (one.event === 'happening' ? [one.item] : []))
  assert.deepEqual(arrived, await happeningsOf(owner, timeline))
  assert.equal(arrived.length, 2)
  assert.deepEqual(watcher.events.at(-1), { event: 'member' }, 'the list of members is announced as before')
})
