import assert from 'node:assert/strict'
import { afterEach, before, describe, test } from 'node:test'
import type { Group, Simulator, User } from '@innkeeper/simulator'
import { planChecks } from '../../../src/actions/storage/housekeeping/plan-checks.ts'
import { createLineConnector } from '../../../src/adapters/line/line-connector.ts'
import { hasDueJobs } from '../../support/due-jobs.ts'
import { eventually } from '../../support/eventually.ts'
import { watchChannel } from '../../support/http/watching.ts'
import { startLineTestService } from '../../support/line/line.ts'
import { startTestService, type TestService } from '../../support/test-service.ts'

// Membership is known from events, and the bot gets no events while it is not in a chat or not running.

const memberRoute = 'GET /v2/bot/group/{groupId}/member/{userId}'
const countRoute = 'GET /v2/bot/group/{groupId}/members/count'
const rosterRoute = 'GET /v2/bot/group/{groupId}/members/ids'
const hour = 3_600_000

const shared = await startLineTestService()
const verified = await startLineTestService({}, { isVerified: true })

type Cast = { service: TestService; line: Simulator; group: Group; owner: User; reader: User; others: User[] }

/** A group with an owner and a reader who subscribe, and people who only talk. */
async function openGroup({ others = 3, at = shared }: { others?: number; at?: typeof shared } = {}): Promise<Cast> {
  const { service, line } = at
  line.faults.clear()
  const [owner, reader] = [line.addUser({ displayName: 'Mai' }), line.addUser({ displayName: 'Ken' })]
  const rest = Array.from({ length: others }, (_, index) => line.addUser({ displayName: `Guest ${index}` }))
  const group = line.addGroup({ name: 'Family', members: [owner, reader, ...rest] })
  await group.invite()
  for (const user of [owner, reader, ...rest]) await group.say(user, 'Hello')
  const by = { kind: 'operator' } as const
  const command = { by, at: service.clock.now, channelId: group.groupId, userId: owner.userId }
  await service.store.write<'hand-over-owner'>({ kind: 'hand-over-owner', ...command })
  for (const user of [owner, reader]) await service.subscribe(group.groupId, user.userId)
  await group.say(owner, 'before')
  await settle({ service })
  return { service, line, group, owner, reader, others: rest }
}

/** How often the platform was asked for a member of this group. */
const countAsked = ({ line, group }: Cast, from: number, userId = '') =>
  line.requests.slice(from).filter(({ path }) => path.includes(`/${group.groupId}/member/${userId}`)).length

/** Waits until all due jobs are done, or have failed and wait for a later time. */
async function settle({ service }: Pick<Cast, 'service'>): Promise<void> {
  const isBusy = async () => (await hasDueJobs(service.store, service.clock.now)) || (await service.store.hasHeldJobs())
  assert.ok(!(await eventually(isBusy, (busy) => !busy)))
}

/** The bot is removed, then these people are removed unseen, then the bot is invited again and someone sends a message. */
async function comeBack({ service, group, owner, reader }: Cast, ...removed: User[]): Promise<void> {
  service.clock.now += hour
  await group.removeBot()
  for (const { userId } of removed) group.state.memberIds.delete(userId)
  service.clock.now += hour
  await group.invite()
  service.clock.now += 1000
  const speaker = [owner, reader].find(({ userId }) => group.state.memberIds.has(userId))
  assert.ok(speaker)
  await group.say(speaker, 'after')
}

async function reads({ service, group }: Cast, { userId }: User): Promise<string[] | number> {
  const { status, body } = await (await service.caller(userId)).get(`/api/channels/${group.groupId}/backup/messages`)
  return status === 200 ? body.messages.map(({ content }: { content: string }) => content) : status
}

async function memberOf({ service, group }: Cast, { userId }: User) {
  const channelNo = await service.store.findChannelNo(group.groupId)
  const members = await service.store.listMembers(channelNo ?? 0, undefined)
  return members.find((one) => one.userId === userId)
}

async function listLeft(cast: Cast): Promise<string[]> {
  const channelNo = await cast.service.store.findChannelNo(cast.group.groupId)
  const members = await cast.service.store.listMembers(channelNo ?? 0, undefined)
  return members.filter(({ leftAt }) => leftAt !== null).map(({ displayName }) => displayName)
}

describe('when the bot returns to a chat', () => {
  test('a subscriber who was removed meanwhile reads nothing new, not even before the platform was asked', async () => {
    const cast = await openGroup()
    const { service, line, group, owner, reader } = cast
    const watcher = await watchChannel(service, await service.caller(reader.userId), group.groupId)
    line.faults.add({ on: memberRoute, do: '500' })
    await comeBack(cast, reader)
    const path = `/api/channels/${group.groupId}/backup/messages`
    const { status, body, headers } = await (await service.caller(reader.userId)).get(path)
    assert.deepEqual([status, headers.get('retry-after')], [503, '5'])
    assert.match(body.error, /try again/)
    const overview = (await (await service.caller(reader.userId)).get('/api/overview')).body.channels[0]
    assert.deepEqual([overview.lastMessageAt, overview.activity], [null, []])
    assert.equal(await reads(cast, owner), 503, 'people who are still there wait too')
    line.faults.clear()
    await eventually(
      async () => {
        // Retries wait longer after every failure.
        service.clock.now += 1000
        return await reads(cast, reader)
      },
      (answer) => answer === 403,
    )
    assert.equal(await reads(cast, reader), 403)
    assert.equal((await watcher.refused).status, 403)
    assert.ok(!JSON.stringify(watcher.events).includes('after'))
    const there = await eventually(
      () => reads(cast, owner),
      (answer) => typeof answer !== 'number',
    )
    assert.deepEqual(there, ['before', 'after'])
    const gone = await memberOf(cast, reader)
    assert.ok(gone?.leftAt !== null && gone?.role === 'member')
    const { entries } = (await (await service.caller(owner.userId)).get(`/api/channels/${group.groupId}/audit`)).body
    assert.ok(
      entries.some(
        (one: { action: string; target: string }) => one.action === 'member.gone' && one.target === reader.userId,
      ),
    )
  })

  test('an owner and an admin who were removed meanwhile lose their powers, with or without a subscription', async () => {
    const cast = await openGroup()
    const { service, group, owner, others } = cast
    const [admin] = others
    assert.ok(admin)
    const path = `/api/channels/${group.groupId}`
    const change = await (await service.caller(owner.userId)).put(`${path}/members/${admin.userId}/role`, {
      role: 'admin',
    })
    assert.equal(change.status, 200)
    await comeBack(cast, owner, admin)
    await settle(cast)
    for (const user of [owner, admin]) {
      assert.equal((await (await service.caller(user.userId)).get(path)).status, 403)
      assert.equal((await memberOf(cast, user))?.role, 'member')
    }
    const channelNo = (await service.store.findChannelNo(group.groupId)) ?? 0
    const audit = await service.store.listAudit(channelNo, { before: undefined, limit: 100 })
    assert.ok(audit.some(({ action, target }) => action === 'owner.left' && target === owner.userId))
  })

  test('a member who was removed meanwhile cannot start to read', async () => {
    const cast = await openGroup()
    const { service, line, group, others } = cast
    const [plain] = others
    assert.ok(plain)
    line.faults.add({ on: memberRoute, do: '500' })
    await comeBack(cast, plain)
    const caller = await service.caller(plain.userId)
    const path = `/api/channels/${group.groupId}`
    assert.equal((await caller.post(`${path}/backup/subscribe`)).status, 503)
    line.faults.clear()
    const asked = await eventually(
      async () => {
        // Retries wait longer after every failure.
        service.clock.now += 1000
        return (await caller.post(`${path}/backup/subscribe`)).status
      },
      (status) => status !== 503,
    )
    assert.equal(asked, 403)
  })

  test('people who are still there can keep reading, and no one leaves', async () => {
    const cast = await openGroup()
    await comeBack(cast)
    await settle(cast)
    assert.deepEqual([await reads(cast, cast.owner), await listLeft(cast)], [['before', 'after'], []])
  })

  test('a failure of the platform never counts as having left, and people wait an hour at most', async () => {
    const cast = await openGroup()
    const { service, line, owner, reader } = cast
    for (const kind of ['500', '429', 'drop', '401', '403'] as const)
      line.faults.add({ on: memberRoute, do: kind, times: 2 })
    line.faults.add({ on: memberRoute, do: '503' })
    await comeBack(cast, reader)
    for (let step = 0; step < 12; step++) {
      service.clock.now += 4 * 60_000
      await eventually(
        () => hasDueJobs(service.store, service.clock.now, ['check-members']),
        (isDue) => !isDue,
      )
    }
    assert.deepEqual([await reads(cast, reader), await listLeft(cast)], [503, []])
    service.clock.now += 12 * 60_000
    assert.deepEqual(await reads(cast, owner), ['before', 'after'])
    assert.deepEqual(await listLeft(cast), [])
  })

  test('if the platform does not know the chat either, no one counts as having left', async () => {
    const cast = await openGroup()
    cast.line.faults.add({ on: memberRoute, do: '404' })
    cast.line.faults.add({ on: countRoute, do: '404' })
    await comeBack(cast)
    await settle(cast)
    assert.deepEqual(await listLeft(cast), [])
  })

  test('if more than a third would leave at once, each is checked again', async () => {
    const cast = await openGroup()
    // Five people, two of whom the platform does not find at first.
    cast.line.faults.add({ on: memberRoute, do: '404', times: 2 })
    const before = cast.line.requests.length
    await comeBack(cast)
    await settle(cast)
    assert.deepEqual([countAsked(cast, before), await listLeft(cast)], [7, []])
  })

  test('a third or less leaves after the first response of the platform', async () => {
    const cast = await openGroup()
    const { line, reader } = cast
    const before = line.requests.length
    await comeBack(cast, reader)
    await settle(cast)
    assert.deepEqual([countAsked(cast, before, reader.userId), await listLeft(cast)], [1, ['Ken']])
  })
})

describe('a list of members', () => {
  // Profiles are fetched slowly, so all of these tests share one large group, with more people than fit on a page.
  let cast: Cast
  before(async () => {
    cast = await openGroup({ at: verified, others: 103 })
  })
  afterEach(async () => {
    const { service, line, group, reader } = cast
    line.faults.clear()
    service.clock.now += 1000
    await group.join(reader)
    await service.subscribe(group.groupId, reader.userId)
    await settle(cast)
    assert.deepEqual(await listLeft(cast), [], 'everyone is back')
  })

  for (const [what, fault] of [
    ['whose second page does not arrive', '500'],
    ['that is cut after its first page and looks complete', 'last-page'],
  ] as const) {
    test(`${what} makes no one leave who is there`, async () => {
      const { line, reader } = cast
      line.faults.add({
        on: ({ route, query }) =>
          route.includes('/members/ids') && (fault === 'last-page' || query.start !== undefined),
        do: fault,
      })
      await comeBack(cast, reader)
      await settle(cast)
      assert.deepEqual(await listLeft(cast), ['Ken'])
      assert.equal(typeof (await reads(cast, cast.owner)), 'object')
    })
  }

  test('that is complete makes it unnecessary to ask for each of them', async () => {
    const { line, reader } = cast
    const start = line.requests.length
    await comeBack(cast, reader)
    await settle(cast)
    assert.deepEqual([countAsked(cast, start), await listLeft(cast)], [1, ['Ken']])
    assert.ok(line.requests.slice(start).some(({ route }) => rosterRoute.endsWith(route ?? '-')))
  })
})

describe('a person who left unseen while the bot was in the chat', () => {
  test('is detected when the service starts again', async () => {
    const cast = await openGroup({ at: await startLineTestService() })
    const { service, line, group, reader } = cast
    await service.stop()
    group.state.memberIds.delete(reader.userId)
    const again = await startTestService(
      {
        LINE_CHANNEL_SECRET: line.channelSecret,
        LINE_CHANNEL_ACCESS_TOKEN: line.accessToken,
        LINE_API_BASE_URL: line.url,
        LINE_DATA_API_BASE_URL: line.url,
      },
      { at: service.environment, now: service.clock.now + 60_000 },
    )
    const answer = await eventually(
      () => reads({ ...cast, service: again }, reader),
      (seen) => seen === 403,
    )
    assert.equal(answer, 403)
    assert.deepEqual(await reads({ ...cast, service: again }, cast.owner), ['before'])
  })

  test('is detected within a day, and no one is checked more often than that', async () => {
    const cast = await openGroup()
    const { service, line, group, reader } = cast
    const connector = createLineConnector({
      channelSecrets: [line.channelSecret],
      apiBaseUrl: line.url,
      dataApiBaseUrl: line.url,
      clock: () => service.clock.now,
    })
    const deps = { store: service.store, clock: () => service.clock.now, connectors: new Map([['line', connector]]) }
    const runRepeatedly = async () => {
      const before = line.requests.length
      await planChecks(deps, service.clock.now - 24 * hour)
      // Channels are checked one after the other.
      service.clock.now += 60_000
      await settle(cast)
      return countAsked(cast, before)
    }
    service.clock.now += 25 * hour
    assert.equal(await runRepeatedly(), 2, 'the owner and the reader, not people who only talk')
    service.clock.now += hour
    assert.equal(await runRepeatedly(), 0)
    group.state.memberIds.delete(reader.userId)
    service.clock.now += 24 * hour
    await runRepeatedly()
    assert.deepEqual([await reads(cast, reader), await listLeft(cast)], [403, ['Ken']])
  })

  test('is detected as soon as they subscribe', async () => {
    const cast = await openGroup()
    const { service, group, others } = cast
    const [plain] = others
    assert.ok(plain)
    group.state.memberIds.delete(plain.userId)
    await service.subscribe(group.groupId, plain.userId)
    const answer = await eventually(
      () => reads(cast, plain),
      (seen) => seen === 403,
    )
    assert.equal(answer, 403)
  })
})
