import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { AuditEntry, Role } from '@innkeeper/contract'
import type { Caller } from '../../support/http/caller.ts'
import { startTestService } from '../../support/test-service.ts'

const admins = ['U-a1', 'U-a2', 'U-a3', 'U-a4']
const members = ['U-m1', 'U-m2', 'U-m3']
const guests = ['U-g1', 'U-g2']
const everybody = ['U-owner', ...admins, ...members, ...guests]

test('however many change roles at once, there is always exactly one owner and no one promotes themselves', async () => {
  const service = await startTestService()
  const channel = '/api/channels/C1'
  await service.channel('C1', { owner: 'U-owner', admins, members: [...members, 'U-watcher'], guests })
  const callers = new Map<string, Caller>()
  for (const userId of everybody) callers.set(userId, await service.caller(userId))
  const as = (userId: string) => callers.get(userId) ?? assert.fail(userId)
  const watcher = await service.caller('U-watcher')
  const rolesBefore = await readRoles(watcher, channel)
  const entriesBefore = (await as('U-owner').get(`${channel}/audit?limit=100`)).body.entries.length

  const handOvers = ['U-owner', ...admins].flatMap((userId, index) =>
    [1, 2, 3, 4].map((step) => as(userId).put(`${channel}/owner`, { userId: everybody[(index + step) % 8] })),
  )
  const changes = ['U-owner', ...admins].flatMap((userId, index) =>
    (['admin', 'member', 'guest', 'member', 'admin', 'member'] as const).map((role, step) =>
      as(userId).put(`${channel}/members/${everybody[(index * 3 + step + 1) % everybody.length]}/role`, { role }),
    ),
  )
  const selfPromotions = everybody.map((userId) =>
    as(userId).put(`${channel}/members/${userId}/role`, { role: 'admin' }),
  )
  const all = Promise.all([...handOvers, ...changes, ...selfPromotions])
  const owners = await watchOwners(watcher, channel, all)

  assert.ok(owners.length > 1 && owners.every((count) => count === 1), `owners seen at once: ${owners}`)
  const isDone = ({ status }: { status: number }) => status === 200
  assert.ok((await Promise.all(handOvers)).some(isDone), 'some hand-over succeeded')
  assert.ok(!(await Promise.all(handOvers)).every(isDone), 'some hand-over came too late')
  assert.ok((await Promise.all(changes)).some(isDone), 'some role was changed')
  for (const { status } of await Promise.all(selfPromotions)) assert.ok(status === 403 || status === 400, `${status}`)
  for (const { status, text } of await all) assert.ok([200, 400, 403].includes(status), text)

  const rolesAfter = await readRoles(watcher, channel)
  assert.equal(Object.values(rolesAfter).filter((role) => role === 'owner').length, 1)
  const owner = Object.keys(rolesAfter).find((userId) => rolesAfter[userId] === 'owner') ?? ''
  const { body } = await as(owner).get(`${channel}/audit?limit=100`)
  assert.equal(body.nextCursor, null)
  const entries: AuditEntry[] = body.entries.toReversed().slice(entriesBefore)
  assert.deepEqual(replay(rolesBefore, entries), rolesAfter)
})

/** The audit log is in the order of the writes, so each step starts where the last one ended. */
function replay(before: Record<string, Role>, entries: AuditEntry[]): Record<string, Role> {
  const roles = { ...before }
  for (const { action, target, actor, detail } of entries) {
    if (target === null) assert.fail(action)
    if (action === 'owner.changed') {
      assert.deepEqual([roles[actor], detail.from], ['owner', actor])
      roles[actor] = 'admin'
      roles[target] = 'owner'
    } else {
      assert.equal(action, 'role.changed')
      const isPromotionByAdmin = roles[actor] === 'admin' && detail.from === 'guest' && detail.to === 'member'
      assert.ok(roles[actor] === 'owner' || isPromotionByAdmin, `${actor} was ${roles[actor]}`)
      assert.ok(actor !== target)
      assert.equal(roles[target], detail.from)
      roles[target] = detail.to as Role
    }
    assert.equal(Object.values(roles).filter((role) => role === 'owner').length, 1)
  }
  return roles
}

/** The number of owners in each read while the work is running. */
async function watchOwners(watcher: Caller, channel: string, work: Promise<unknown>): Promise<number[]> {
  const counts: number[] = []
  let isOver = false
  const over = work.finally(() => {
    isOver = true
  })
  while (!isOver) counts.push((await watcher.get(`${channel}/members?role=owner`)).body.members.length)
  await over
  counts.push((await watcher.get(`${channel}/members?role=owner`)).body.members.length)
  return counts
}

async function readRoles(watcher: Caller, channel: string): Promise<Record<string, Role>> {
  const lists = await Promise.all(['', '?role=guest'].map((query) => watcher.get(`${channel}/members${query}`)))
  const members = lists.flatMap(({ body }) => body.members as { userId: string; role: Role }[])
  return Object.fromEntries(members.map(({ userId, role }) => [userId, role]))
}
