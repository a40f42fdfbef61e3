import assert from 'node:assert/strict'
import { test } from 'node:test'
import { left } from '../../support/content/chat-events.ts'
import { startTestService } from '../../support/test-service.ts'

const service = await startTestService()
const guests = ['U-g1', 'U-g2', 'U-g3']

async function openGroup(channelId: string) {
  await service.channel(channelId, { owner: 'U-owner', admins: ['U-admin'], members: ['U-member'], guests })
  const path = `/api/channels/${channelId}`
  return { path, owner: await service.caller('U-owner'), admin: await service.caller('U-admin') }
}

test('several guests are approved together, each with their own result and entry in the audit log', async () => {
  const { path, owner, admin } = await openGroup('C-approve')
  await service.receive([left('C-approve', service.clock.now + 1, 'U-g3')])
  const userIds = ['U-g1', 'U-admin', 'U-g3', 'U-nobody', 'U-g2']
  const { status, body } = await admin.post(`${path}/approvals`, { userIds })
  assert.equal(status, 200)
  assert.deepEqual(body.results, [
    { userId: 'U-g1', result: 'approved' },
    { userId: 'U-admin', result: 'no-guest' },
    { userId: 'U-g3', result: 'not-found' },
    { userId: 'U-nobody', result: 'not-found' },
    { userId: 'U-g2', result: 'approved' },
  ])
  const { members } = (await owner.get(`${path}/members`)).body
  const roleOf = (id: string) => members.find(({ userId }: { userId: string }) => userId === id)?.role
  assert.deepEqual(['U-g1', 'U-g2', 'U-admin'].map(roleOf), ['member', 'member', 'admin'], 'and the admin stays one')
  const { entries } = (await owner.get(`${path}/audit`)).body
  const changes = entries
    .filter(({ actor }: { actor: string }) => actor === 'U-admin')
    .map(({ action, target, detail }: Record<string, unknown>) => [action, target, detail])
  assert.deepEqual(changes, [
    ['role.changed', 'U-g2', { from: 'guest', to: 'member' }],
    ['role.changed', 'U-g1', { from: 'guest', to: 'member' }],
  ])
})

test('approving again changes nothing, and the list must name someone, once, and not too many', async () => {
  const { path, owner } = await openGroup('C-again')
  const approve = (body: object) => owner.post(`${path}/approvals`, body)
  await approve({ userIds: ['U-g1'] })
  const before = (await owner.get(`${path}/audit`)).body.entries.length
  assert.deepEqual((await approve({ userIds: ['U-g1'] })).body.results, [{ userId: 'U-g1', result: 'no-guest' }])
  assert.equal((await owner.get(`${path}/audit`)).body.entries.length, before)
  const tooMany = Array.from({ length: 201 }, (_, n) => `U-${n}`)
  for (const wrong of [{}, { userIds: [] }, { userIds: ['U-g2', 'U-g2'] }, { userIds: tooMany }, { userIds: [1] }]) {
    assert.equal((await approve(wrong)).status, 400, JSON.stringify(wrong).slice(0, 60))
  }
})
