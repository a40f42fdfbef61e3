import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { left } from '../../support/content/chat-events.ts'
import { message, type People } from '../../support/content/events.ts'
import type { Caller } from '../../support/http/caller.ts'
import { startTestService } from '../../support/test-service.ts'

const service = await startTestService()
const denied = { error: 'Permission denied' }
const roles = ['admin', 'member', 'guest'] as const
let channels = 0

/** A separate channel for a test. People are named by their role. */
async function openChannel(more: People = {}) {
  const channelId = `C-roles-${++channels}`
  await service.channel(channelId, {
    owner: 'U-owner',
    admins: ['U-admin', 'U-deputy'],
    members: ['U-member'],
    guests: ['U-guest'],
    left: ['U-left'],
    ...more,
  })
  const path = `/api/channels/${channelId}`
  const owner = await service.caller('U-owner')
  return {
    channelId,
    path,
    owner,
    admin: await service.caller('U-admin'),
    give: (by: Caller, userId: string, role: string) => by.put(`${path}/members/${userId}/role`, { role }),
    handOver: (by: Caller, userId: string) => by.put(`${path}/owner`, { userId }),
    /** The role that a person sees for themselves, or undefined for people outside. */
    async roleOf(userId: string): Promise<string | undefined> {
      return (await (await service.caller(userId)).get(path)).body.role
    },
    async actions(): Promise<string[]> {
      const { body } = await owner.get(`${path}/audit?limit=100`)
      return body.entries.map((entry: { action: string }) => entry.action)
    },
    join(userId: string) {
      service.clock.now++
      return service.channel(channelId, { members: [userId] })
    },
    leave: (userId: string) => service.receive([left(channelId, ++service.clock.now, userId)]),
  }
}

describe('the owner', () => {
  test('can give each of the three roles to anyone, and can repeat it', async () => {
    const { give, owner, roleOf } = await openChannel()
    for (const userId of ['U-admin', 'U-member', 'U-guest']) {
      for (const role of [...roles, ...roles.toReversed()]) {
        for (const time of ['once', 'again']) {
          const answer = await give(owner, userId, role)
          assert.deepEqual([answer.status, answer.body], [200, { success: true }], `${userId} ${role} ${time}`)
          assert.equal(await roleOf(userId), role)
        }
      }
    }
  })

  test('leaves a trace of each change, and none if nothing changed', async () => {
    const { give, owner, actions } = await openChannel()
    const before = (await actions()).length
    await give(owner, 'U-member', 'admin')
    await give(owner, 'U-member', 'admin')
    assert.equal((await actions()).length, before + 1)
  })

  test('cannot change their own role', async () => {
    const { give, owner, roleOf } = await openChannel()
    for (const role of roles) {
      const answer = await give(owner, 'U-owner', role)
      assert.deepEqual([answer.status, answer.body], [400, { error: "The owner's role cannot be changed" }])
    }
    assert.equal(await roleOf('U-owner'), 'owner')
  })

  test('cannot make a second owner', async () => {
    const { give, owner, roleOf } = await openChannel()
    for (const userId of ['U-admin', 'U-owner', 'U-nobody']) {
      const answer = await give(owner, userId, 'owner')
      assert.deepEqual([answer.status, answer.body], [400, { error: 'role must be one of admin, member, guest' }])
    }
    assert.equal(await roleOf('U-admin'), 'admin')
  })

  test('cannot find people who left or were never there', async () => {
    const { give, owner } = await openChannel()
    for (const userId of ['U-left', 'U-nobody', '%00', 'U-owner%2F..']) {
      const answer = await give(owner, userId, 'member')
      assert.deepEqual([answer.status, answer.body], [404, { error: 'Member not found' }], userId)
    }
  })
})

describe('an admin', () => {
  test('can promote a guest to member, and can repeat it', async () => {
    const { give, admin, roleOf } = await openChannel()
    assert.equal((await give(admin, 'U-guest', 'member')).status, 200)
    assert.equal((await give(admin, 'U-guest', 'member')).status, 200)
    assert.equal(await roleOf('U-guest'), 'member')
  })

  test('cannot give any other role to anyone', async () => {
    const { give, admin, roleOf } = await openChannel()
    const attempts = [
      ...['U-owner', 'U-admin', 'U-deputy'].flatMap((userId) => roles.map((role) => [userId, role] as const)),
      ...['U-member', 'U-guest', 'U-left', 'U-nobody'].flatMap((userId) =>
        (['admin', 'guest'] as const).map((role) => [userId, role] as const),
      ),
    ]
    for (const [userId, role] of attempts) {
      const answer = await give(admin, userId, role)
      assert.deepEqual([answer.status, answer.body], [403, denied], `${userId} ${role}`)
    }
    assert.deepEqual(await Promise.all(['U-owner', 'U-admin', 'U-deputy', 'U-member', 'U-guest'].map(roleOf)), [
      'owner',
      'admin',
      'admin',
      'member',
      'guest',
    ])
  })

  test('cannot promote people who left or were never there', async () => {
    const { give, admin } = await openChannel()
    for (const userId of ['U-left', 'U-nobody']) assert.equal((await give(admin, userId, 'member')).status, 404)
  })
})

describe('a hand-over', () => {
  test('makes the other person the owner and the old owner an admin', async () => {
    const { handOver, owner, roleOf, give, admin } = await openChannel()
    assert.deepEqual((await handOver(owner, 'U-admin')).body, { success: true })
    assert.equal(await roleOf('U-admin'), 'owner')
    assert.equal(await roleOf('U-owner'), 'admin')
    assert.deepEqual((await handOver(owner, 'U-owner')).body, denied, 'the old owner cannot take it back')
    assert.equal((await give(admin, 'U-owner', 'member')).status, 200, 'the new owner has control')
  })

  test('is only possible to someone who is there', async () => {
    const { handOver, owner, roleOf } = await openChannel()
    for (const userId of ['U-left', 'U-nobody']) {
      const answer = await handOver(owner, userId)
      assert.deepEqual([answer.status, answer.body], [404, { error: 'Member not found' }], userId)
    }
    assert.equal(await roleOf('U-owner'), 'owner')
  })

  test('to oneself changes nothing', async () => {
    const { handOver, owner, roleOf, actions } = await openChannel()
    const before = await actions()
    assert.equal((await handOver(owner, 'U-owner')).status, 200)
    assert.equal(await roleOf('U-owner'), 'owner')
    assert.deepEqual(await actions(), before)
  })

  test('keeps the subscriptions of both', async () => {
    const { path, handOver, owner, admin } = await openChannel({ subscribers: ['U-owner', 'U-admin'] })
    await handOver(owner, 'U-admin')
    for (const one of [owner, admin]) assert.equal((await one.get(`${path}/backup/subscribe`)).body.subscribed, true)
  })
})

describe('joining and leaving', () => {
  test('becoming a guest ends the subscription, and promotion does not bring it back', async () => {
    const { path, give, owner } = await openChannel({ subscribers: ['U-member'] })
    const member = await service.caller('U-member')
    assert.equal((await owner.get(path)).body.config.backup.enabled, true)
    await give(owner, 'U-member', 'guest')
    assert.equal((await owner.get(path)).body.config.backup.enabled, false)
    await give(owner, 'U-member', 'member')
    const none = { subscribed: false, since: null, subscribers: 0 }
    assert.deepEqual((await member.get(`${path}/backup/subscribe`)).body, none)
    assert.deepEqual((await member.get(`${path}/backup/messages`)).body, { error: 'Not a subscriber' })
  })

  test('leaving ends the subscription and the role; a person who returns is a member without a subscription', async () => {
    const { path, owner, roleOf, join, leave } = await openChannel({ subscribers: ['U-admin'] })
    const admin = await service.caller('U-admin')
    await leave('U-admin')
    assert.deepEqual((await admin.get(path)).body, denied)
    assert.equal((await owner.get(path)).body.config.backup.enabled, false)
    await join('U-admin')
    assert.equal(await roleOf('U-admin'), 'member')
    assert.deepEqual((await admin.get(`${path}/backup/messages`)).body, { error: 'Not a subscriber' })
  })

  test('a guest who leaves and returns is still a guest', async () => {
    const { roleOf, join, leave } = await openChannel()
    await leave('U-guest')
    await join('U-guest')
    assert.equal(await roleOf('U-guest'), 'guest')
  })

  test('when the owner leaves there is no owner, not even when the owner returns', async () => {
    const { path, roleOf, join, leave, admin, owner, give } = await openChannel()
    await leave('U-owner')
    assert.deepEqual((await admin.get(`${path}/members?role=owner`)).body.members, [])
    await join('U-owner')
    assert.equal(await roleOf('U-owner'), 'member')
    assert.deepEqual((await give(owner, 'U-member', 'admin')).body, denied)
    assert.deepEqual((await admin.get(`${path}/members?role=owner`)).body.members, [])
  })

  test('newcomers get the role that the channel sets; people who were there keep their role', async () => {
    const { channelId, path, owner, roleOf, join, leave } = await openChannel()
    assert.equal((await owner.put(`${path}/settings`, { newMemberRole: 'guest' })).status, 200)
    await join('U-joins')
    await service.receive([message(channelId, ++service.clock.now, { from: 'U-speaks' })])
    await leave('U-member')
    await join('U-member')
    await owner.put(`${path}/settings`, { newMemberRole: 'member' })
    await join('U-late')
    assert.deepEqual(await Promise.all(['U-joins', 'U-speaks', 'U-member', 'U-late', 'U-admin'].map(roleOf)), [
      'guest',
      'guest',
      'member',
      'member',
      'admin',
    ])
  })
})
