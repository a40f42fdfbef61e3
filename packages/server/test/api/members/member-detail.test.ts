import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { IncomingEvent } from '../../../src/ports/connector.ts'
import { edited, joined, left, unsent } from '../../support/content/chat-events.ts'
import { message } from '../../support/content/events.ts'
import { startTestService } from '../../support/test-service.ts'

const service = await startTestService()
const start = service.clock.now
const minute = 60_000
const hour = 60 * minute
const day = 24 * hour
let channels = 0

/** A group in which Ann owns, Ada helps, Ben and Mia are members, and everyone has a backup. */
async function openGroup() {
  service.clock.now = start
  const channelId = `C-person-${++channels}`
  const people = { owner: 'U-ann', admins: ['U-ada'], members: ['U-ben', 'U-mia'], guests: ['U-guest'] }
  await service.channel(channelId, { ...people, subscribers: ['U-ann', 'U-ada', 'U-ben', 'U-mia'] })
  const path = `/api/channels/${channelId}`
  const as = async (name: string) => await service.caller(`U-${name}`)
  const say = (from: string, at: number, text: string, more: { id?: string } = {}) =>
    message(channelId, at, { from: `U-${from}`, content: { type: 'text', text }, ...more })
  /** The bot obeys what it can reply to. */
  const command = (from: string, at: number, text: string) => {
    const reply = { token: `${channelId} ${at}`, expiresAt: at + minute, isOneUse: true, cost: 'free' } as const
    return { ...say(from, at, text), reply }
  }
  const receive = (...events: IncomingEvent[]) => service.receive(events)
  return { channelId, path, as, say, command, receive }
}

describe('the page of a person', () => {
  test('shows who they are and when they were last seen, to within an hour', async () => {
    const { path, as, say, receive } = await openGroup()
    const ann = await as('ann')
    const seen = async () => (await ann.get(`${path}/members/U-ben`)).body.lastSeenAt
    assert.equal(await seen(), '2026-03-10T12:00:00Z', 'they joined')
    await receive(say('ben', start + 59 * minute, 'soon'))
    assert.equal(await seen(), '2026-03-10T12:00:00Z', 'less than an hour later nothing is noted')
    await receive(say('ben', start + 5 * hour, 'later'), say('ben', start + 5 * hour + minute, 'and again'))
    assert.equal(await seen(), '2026-03-10T17:00:00Z')
    await receive(say('ben', start + 2 * hour, 'sent earlier, arrived late'))
    assert.equal(await seen(), '2026-03-10T17:00:00Z')
    const { body } = await ann.get(`${path}/last-seen`)
    assert.deepEqual(body.people[0], { userId: 'U-ben', lastSeenAt: '2026-03-10T17:00:00Z' })
    const { body: ben } = await ann.get(`${path}/members/U-ben`)
    const { members } = (await ann.get(`${path}/members`)).body
    const { lastSeenAt: _, roleChanges: __, firstSeenAt: ___, ...member } = ben
    assert.deepEqual(
      member,
      members.find(({ userId }: { userId: string }) => userId === 'U-ben'),
      'the rest is the same as in the list',
    )
  })

  test('shows when they were first seen, also after they left and came back, until they are erased', async () => {
    const { channelId, path, as, say, receive } = await openGroup()
    const ann = await as('ann')
    const times = async () => {
      const { firstSeenAt, joinedAt, leftAt } = (await ann.get(`${path}/members/U-eve`)).body
      return [firstSeenAt, joinedAt, leftAt]
    }
    await receive(joined(channelId, start, 'U-eve'))
    assert.deepEqual(await times(), ['2026-03-10T12:00:00Z', '2026-03-10T12:00:00Z', null])
    await receive(left(channelId, start + hour, 'U-eve'))
    assert.deepEqual(await times(), ['2026-03-10T12:00:00Z', '2026-03-10T12:00:00Z', '2026-03-10T13:00:00Z'])
    await receive(joined(channelId, start + 2 * hour, 'U-eve'))
    assert.deepEqual(await times(), ['2026-03-10T12:00:00Z', '2026-03-10T14:00:00Z', null])
    await receive(left(channelId, start + 3 * hour, 'U-eve'), joined(channelId, start + 4 * hour, 'U-eve'))
    assert.deepEqual(await times(), ['2026-03-10T12:00:00Z', '2026-03-10T16:00:00Z', null])
    service.clock.now = start + 5 * hour
    const { body } = await (await as('eve')).get('/api/me')
    assert.equal((await (await as('eve')).post('/api/me/erasure', { confirm: body.displayName })).status, 200)
    for (const part of ['', '/activity', '/answers']) {
      const answer = await ann.get(`${path}/members/U-eve${part}`)
      assert.deepEqual([answer.status, answer.body], [404, { error: 'Member not found' }], `an erased person${part}`)
    }
    await receive(say('eve', start + 6 * hour, 'someone new'))
    assert.deepEqual(await times(), ['2026-03-10T18:00:00Z', '2026-03-10T18:00:00Z', null])
  })

  test('does not tell when someone who is private was last seen, except to themselves', async () => {
    const { path, as, say, command, receive } = await openGroup()
    await receive(command('ben', start + hour, '/private'))
    await receive(say('ben', start + 9 * hour, 'not saved'))
    const [ann, ben] = [await as('ann'), await as('ben')]
    assert.equal((await ann.get(`${path}/members/U-ben`)).body.lastSeenAt, null)
    assert.ok(!(await ann.get(`${path}/last-seen`)).text.includes('U-ben'))
    const own = (await ben.get(`${path}/members/U-ben`)).body.lastSeenAt
    assert.equal(own, '2026-03-10T13:00:00Z', 'and nothing was noted since')
  })

  test('does not tell people who see messages since they joined what was before that', async () => {
    const { channelId, path, as, say, receive } = await openGroup()
    const ann = await as('ann')
    const rule = { keywords: ['tea'], question: 'Is there tea?', answer: 'There is tea.' }
    assert.equal((await ann.post(`${path}/assistant/qa`, rule)).status, 201)
    await receive(say('ben', start + 2 * hour, 'any tea?'), say('mia', start + 5 * hour, 'hello'))
    service.clock.now = start + 4 * hour
    await service.channel(channelId, { admins: ['U-late'], subscribers: ['U-late'] })
    const late = await as('late')
    const sees = async (caller: typeof ann) => {
      const { people } = (await caller.get(`${path}/last-seen`)).body
      return {
        lastSeenAt: (await caller.get(`${path}/members/U-ben`)).body.lastSeenAt,
        isListed: people.some(({ userId }: { userId: string }) => userId === 'U-ben'),
        asked: (await caller.get(`${path}/members/U-ben/answers`)).body.answers.length,
      }
    }
    const all = { lastSeenAt: '2026-03-10T14:00:00Z', isListed: true, asked: 1 }
    assert.deepEqual(await sees(late), all, 'control: the history is open')
    await ann.put(`${path}/settings`, { history: 'since-joined' })
    assert.deepEqual(await sees(late), { lastSeenAt: null, isListed: false, asked: 0 })
    assert.deepEqual(await sees(ann), all, 'control: the owner was there')
    assert.equal((await late.get(`${path}/members/U-mia`)).body.lastSeenAt, '2026-03-10T17:00:00Z', 'control: later')
    await receive(say('ben', start + 6 * hour, 'more tea?'))
    assert.deepEqual(await sees(late), { lastSeenAt: '2026-03-10T18:00:00Z', isListed: true, asked: 1 })
  })

  test('works for guests and for people who left, and for no one else', async () => {
    const { channelId, path, as, receive } = await openGroup()
    await receive(left(channelId, start + hour, 'U-mia'))
    const ben = await as('ben')
    const { body } = await ben.get(`${path}/members/U-mia`)
    assert.deepEqual([body.status, body.leftAt], ['left', '2026-03-10T13:00:00Z'])
    assert.equal((await ben.get(`${path}/members/U-guest`)).body.role, 'guest')
    for (const unknown of ['U-nobody', 'role', '%00', '__proto__']) {
      const answer = await ben.get(`${path}/members/${unknown}`)
      assert.deepEqual([answer.status, answer.body], [404, { error: 'Member not found' }], unknown)
    }
  })

  test('has the history of their role: admins see who changed it, members only their own without that', async () => {
    const { channelId, path, as, receive } = await openGroup()
    const [ann, ada, ben, mia] = [await as('ann'), await as('ada'), await as('ben'), await as('mia')]
    service.clock.now = start + hour
    await ann.put(`${path}/members/U-ben/role`, { role: 'admin' })
    service.clock.now = start + 2 * hour
    await ann.put(`${path}/owner`, { userId: 'U-ben' })
    const expected = [
      { at: '2026-03-10T14:00:00Z', from: null, to: 'owner', by: 'U-ann' },
      { at: '2026-03-10T13:00:00Z', from: 'member', to: 'admin', by: 'U-ann' },
    ]
    const changes = async (caller: typeof ann, userId: string) =>
      (await caller.get(`${path}/members/${userId}`)).body.roleChanges
    assert.deepEqual(await changes(ada, 'U-ben'), expected)
    assert.equal(await changes(mia, 'U-ben'), null)
    assert.deepEqual(await changes(mia, 'U-mia'), [])
    const anns = await changes(ada, 'U-ann')
    assert.deepEqual(anns[0], { at: '2026-03-10T14:00:00Z', from: 'owner', to: 'admin', by: 'U-ann' })
    await receive(left(channelId, start + 3 * hour, 'U-ben'))
    assert.deepEqual((await changes(ada, 'U-ben'))[0], {
      at: '2026-03-10T15:00:00Z',
      from: 'owner',
      to: null,
      by: 'system',
    })
    await receive(joined(channelId, start + 4 * hour, 'U-ben'))
    const own = await changes(ben, 'U-ben')
    assert.deepEqual(
      own.map(({ by }: { by: unknown }) => by),
      [null, null, null],
    )
  })
})

describe('the activity of a person', () => {
  test('counts what they posted, by type, week, month and hour in the time zone of the channel', async () => {
    const { channelId, path, as, say, receive } = await openGroup()
    const ann = await as('ann')
    assert.equal((await ann.put(`${path}/settings`, { timezone: 'Asia/Tokyo' })).status, 200)
    service.clock.now = start + 40 * day
    await receive(
      say('ben', start + minute, 'first', { id: 'm-first' }),
      say('mia', start + 2 * minute, 'someone else, about "sender":{"id":"U-ben","name":"Ben"}'),
      message(channelId, start + 5 * hour, { from: 'U-ben', content: { type: 'image' } }),
      say('ben', start + 30 * day, 'next month', { id: 'm-last' }),
    )
    const { body } = await ann.get(`${path}/members/U-ben/activity`)
    assert.equal(body.messages, 3)
    assert.deepEqual(body.types, { text: 2, image: 1, video: 0, audio: 0, file: 0, location: 0, sticker: 0 })
    assert.deepEqual(body.firstMessage, { id: 'm-first', at: '2026-03-10T12:01:00Z' })
    assert.deepEqual(body.lastMessage, { id: 'm-last', at: '2026-04-09T12:00:00Z' })
    assert.deepEqual(body.months, [
      { month: '2026-03', messages: 2 },
      { month: '2026-04', messages: 1 },
    ])
    assert.equal(body.weeks.length, 53)
    assert.deepEqual(
      body.weeks.filter(({ messages }: { messages: number }) => messages > 0),
      [
        { from: '2026-03-09', messages: 2 },
        { from: '2026-04-06', messages: 1 },
      ],
    )
    assert.deepEqual([body.hours[21], body.hours[2]], [2, 1], 'noon in London is nine in the evening in Tokyo')
    assert.deepEqual([body.isComplete, body.countedFrom], [true, null])
    assert.equal((await ann.get(`${path}/members/U-mia/activity`)).body.messages, 1)
  })

  test('leaves out what is gone, what was never saved, and what the caller cannot read', async () => {
    const { channelId, path, as, say, command, receive } = await openGroup()
    const ann = await as('ann')
    const count = async (caller = ann) => (await caller.get(`${path}/members/U-ben/activity`)).body.messages
    await receive(say('ben', start + minute, 'one', { id: `${channelId}-1` }), say('ben', start + 2 * minute, 'two'))
    assert.equal(await count(), 2)
    await receive(unsent(channelId, start + 3 * minute, `${channelId}-1`))
    assert.equal(await count(), 1)
    await receive(command('ben', start + 4 * minute, '/private'), say('ben', start + 5 * minute, 'secret'))
    const before = await count()
    assert.equal(before, 1, 'neither the command nor what they said while they were private')
    service.clock.now = start + hour
    await service.channel(channelId, { members: ['U-late'], subscribers: ['U-late'] })
    await ann.put(`${path}/settings`, { history: 'since-joined' })
    assert.equal(await count(await as('late')), 0)
    assert.equal(await count(), before, 'the control: the owner was there')
    await ann.put(`${path}/settings`, { retentionDays: 1 })
    service.clock.now = start + 3 * day
    assert.equal(await count(), 0)
  })

  test('counts many messages, which are read in several slices', async () => {
    const { path, as, say, receive } = await openGroup()
    const texts = Array.from({ length: 2500 }, (_, n) =>
      say(n % 2 === 0 ? 'ben' : 'mia', start + n * 1000, `text ${n}`),
    )
    for (let n = 0; n < texts.length; n += 500) await receive(...texts.slice(n, n + 500))
    const { body } = await (await as('ann')).get(`${path}/members/U-ben/activity`)
    assert.deepEqual([body.messages, body.isComplete], [1250, true])
  })
})

describe('what a person asked', () => {
  test('is shown to admins and to themselves, with the answer', async () => {
    const { path, as, say, receive } = await openGroup()
    const [ann, ben, mia] = [await as('ann'), await as('ben'), await as('mia')]
    const rule = { keywords: ['tea'], question: 'Is there tea?', answer: 'There is tea.' }
    assert.equal((await ann.post(`${path}/assistant/qa`, rule)).status, 201)
    await receive(
      say('ben', start + minute, 'any tea?', { id: 'm-tea' }),
      say('mia', start + 2 * minute, 'tea for me', { id: 'm-mia' }),
      edited(`C-person-${channels}`, start + 3 * minute, 'm-tea', 'any coffee?'),
    )
    for (const caller of [ann, ben]) {
      const { status, body } = await caller.get(`${path}/members/U-ben/answers`)
      assert.equal(status, 200)
      assert.deepEqual(
        body.answers.map(({ question, send }: { question: string; send: { messageId: string; texts: string[] } }) => [
          question,
          send.messageId,
          send.texts,
        ]),
        [['any tea?', 'm-tea', ['There is tea.']]],
      )
    }
    const denied = await mia.get(`${path}/members/U-ben/answers`)
    assert.deepEqual([denied.status, denied.body], [403, { error: 'Permission denied' }])
    await ann.delete(`${path}/backup/subscribe`)
    const { body } = await ann.get(`${path}/members/U-ben/answers`)
    assert.deepEqual([body.answers.length, body.answers[0].question], [1, null], 'texts need a subscription')
    await ben.delete(`${path}/backup/subscribe`)
    assert.equal(
      (await ben.get(`${path}/members/U-ben/answers`)).body.answers[0].question,
      'any tea?',
      'except one’s own',
    )
  })

  test('and did before is all that others see of someone who is private', async () => {
    const { path, as, say, command, receive } = await openGroup()
    const [ann, ada, ben] = [await as('ann'), await as('ada'), await as('ben')]
    await ann.post(`${path}/assistant/qa`, { keywords: ['tea'], question: 'Tea?', answer: 'Yes.' })
    await receive(
      say('ben', start + minute, 'tea 1'),
      say('ben', start + 2 * minute, 'tea 2'),
      command('ben', start + 3 * minute, '/private'),
      say('ben', start + 4 * minute, 'tea 3'),
    )
    const asked = async (caller: typeof ann) =>
      (await caller.get(`${path}/members/U-ben/answers`)).body.answers.map(
        ({ question }: { question: string | null }) => question,
      )
    for (const other of [ann, ada]) {
      assert.deepEqual(await asked(other), ['tea 2', 'tea 1'])
      assert.equal((await other.get(`${path}/members/U-ben/activity`)).body.messages, 2, 'they can read these')
    }
    // The text was never saved.
    assert.deepEqual(await asked(ben), [null, 'tea 2', 'tea 1'], 'they see their own')
    const { body } = await ann.get(`${path}/members/U-ben/answers?limit=1`)
    const next = await ann.get(`${path}/members/U-ben/answers?cursor=${encodeURIComponent(body.nextCursor)}`)
    assert.deepEqual([body.answers[0].question, next.body.answers[0].question], ['tea 2', 'tea 1'])
    await receive(command('ben', start + 5 * minute, '/public'))
    assert.equal((await asked(ann)).length, 3, 'control')
  })

  test('comes in pages', async () => {
    const { path, as, say, receive } = await openGroup()
    const ann = await as('ann')
    await ann.post(`${path}/assistant/qa`, { keywords: ['tea'], question: 'Tea?', answer: 'Yes.' })
    for (let n = 0; n < 5; n++)
      await receive(say('ben', start + n * minute, `tea ${n}`), say('mia', start + n * minute, 'tea'))
    const seen: string[] = []
    let cursor: string | null = ''
    while (cursor !== null) {
      const query: string = cursor ? `cursor=${encodeURIComponent(cursor)}` : 'limit=2'
      const { body } = await ann.get(`${path}/members/U-ben/answers?${query}`)
      seen.push(...body.answers.map(({ question }: { question: string }) => question))
      cursor = body.nextCursor
    }
    assert.deepEqual(seen, ['tea 4', 'tea 3', 'tea 2', 'tea 1', 'tea 0'])
    const { body: first } = await ann.get(`${path}/members/U-ben/answers?limit=2`)
    const other = await ann.get(`${path}/members/U-mia/answers?cursor=${encodeURIComponent(first.nextCursor)}`)
    assert.equal(other.status, 400, 'a cursor belongs to one person')
  })
})
