import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openLine } from './support.ts'

const notFound = { message: 'Not found' }
const nobody = `U${'0'.repeat(32)}`

test('a group’s name, picture, member count and members can be read', async () => {
  const { line, call } = await openLine()
  const picture = Buffer.from([0x89, 0x50, 0x4e, 0x47])
  const mai = line.addUser({ displayName: 'Mai', picture })
  const shy = line.addUser({ hasConsented: false })
  const group = line.addGroup({ name: 'Flat', members: [mai, shy], picture })
  await group.invite()
  const base = `GET /v2/bot/group/${group.groupId}`
  const summary = (await call(`${base}/summary`)).body
  assert.deepEqual([summary.groupId, summary.groupName], [group.groupId, 'Flat'])
  const served = await fetch(summary.pictureUrl)
  assert.deepEqual(
    [served.headers.get('content-type'), Buffer.from(await served.arrayBuffer())],
    ['image/png', picture],
  )
  assert.deepEqual((await call(`${base}/members/count`)).body, { count: 2 })
  const { pictureUrl, ...member } = (await call(`${base}/member/${mai.userId}`)).body
  assert.deepEqual(member, { displayName: 'Mai', userId: mai.userId })
  assert.ok(pictureUrl.startsWith(line.url))
  assert.deepEqual((await call(`${base}/member/${shy.userId}`)).body, notFound)
})

test('a group is found only while the bot is in it, and a member only while they are in the group', async () => {
  const { group, mai, call } = await openLine()
  const paths = ['summary', 'members/count', `member/${mai.userId}`].map(
    (path) => `GET /v2/bot/group/${group.groupId}/${path}`,
  )
  const statuses = async () => Promise.all(paths.map(async (path) => (await call(path)).status))
  assert.deepEqual(await statuses(), [404, 404, 404])
  await group.invite()
  assert.deepEqual(await statuses(), [200, 200, 200])
  await group.leave(mai)
  assert.deepEqual(await statuses(), [200, 200, 404])
  await group.removeBot()
  assert.deepEqual(await statuses(), [404, 404, 404])
})

test('a malformed id is distinguished from an unknown one', async () => {
  const { group, call } = await openLine()
  await group.invite()
  const wrong = await call('GET /v2/bot/group/nonsense/summary')
  assert.deepEqual([wrong.status, wrong.body.message], [400, "The value for the 'groupId' parameter is invalid"])
  assert.equal((await call(`GET /v2/bot/group/C${'0'.repeat(32)}/summary`)).status, 404)
  assert.equal((await call(`GET /v2/bot/group/${group.groupId}/member/nobody`)).status, 400)
  assert.equal((await call(`GET /v2/bot/group/${group.groupId}/member/${nobody}`)).status, 404)
})

test('only verified accounts can list members', async () => {
  const { group, call } = await openLine()
  await group.invite()
  for (const path of [`/v2/bot/group/${group.groupId}/members/ids`, '/v2/bot/followers/ids']) {
    const refused = await call(`GET ${path}`)
    assert.deepEqual(
      [refused.status, refused.body.message],
      [403, 'Access to this API is not available for your account'],
    )
  }
})

test('members are listed a hundred at a time, without those who never consented', async () => {
  const { line, call, time } = await openLine({ isVerified: true })
  const members = Array.from({ length: 250 }, () => line.addUser())
  const group = line.addGroup({ members: [...members, line.addUser({ hasConsented: false })] })
  await group.invite()
  const page = async (start?: string) =>
    (await call(`GET /v2/bot/group/${group.groupId}/members/ids${start ? `?start=${start}` : ''}`)).body
  const first = await page()
  const second = await page(first.next)
  const third = await page(second.next)
  assert.deepEqual(
    [first, second, third].map(({ memberIds }) => memberIds.length),
    [100, 100, 50],
  )
  assert.deepEqual(
    [first, second, third].flatMap(({ memberIds }) => memberIds),
    members.map(({ userId }) => userId),
  )
  assert.ok(!('next' in third))
  assert.deepEqual(await page('nonsense'), { message: 'Invalid start param' })
  time.now += 86_400_000
  assert.deepEqual(await page(first.next), { message: 'Invalid start param' })
})

test('a bot that leaves a group receives a leave event', async () => {
  const { line, bot, group, call } = await openLine()
  await group.invite()
  assert.deepEqual((await call(`POST /v2/bot/group/${group.groupId}/leave`)).body, {})
  await line.settled()
  assert.equal(bot.received.at(-1)?.events[0]?.type, 'leave')
  assert.equal((await call(`POST /v2/bot/group/${group.groupId}/leave`)).status, 404)
})

test('rooms work like groups, but have no summary and can be left twice', async () => {
  const { line, mai, call, push } = await openLine()
  const room = line.addRoom({ members: [mai] })
  assert.deepEqual((await room.invite()).event.source, { type: 'room', roomId: room.roomId })
  const base = `/v2/bot/room/${room.roomId}`
  assert.deepEqual((await call(`GET ${base}/members/count`)).body, { count: 1 })
  assert.equal((await call(`GET ${base}/member/${mai.userId}`)).body.displayName, 'Mai')
  assert.equal((await call(`GET ${base}/summary`)).status, 404)
  assert.equal((await push(room.roomId)).status, 200)
  assert.equal((await call(`POST ${base}/leave`)).status, 200)
  assert.equal((await call(`POST ${base}/leave`)).status, 200)
  assert.equal((await call(`POST /v2/bot/room/R${'0'.repeat(32)}/leave`)).status, 404)
})

test('the profiles of friends and of people who wrote to the bot can be read', async () => {
  const { line, call } = await openLine()
  const friend = line.addUser({ displayName: 'Aoi', statusMessage: 'busy', language: 'ja' })
  const profile = async ({ userId }: { userId: string }) => (await call(`GET /v2/bot/profile/${userId}`)).body
  assert.deepEqual(await profile(friend), notFound)
  await line.follow(friend)
  const seen = { userId: friend.userId, displayName: 'Aoi', statusMessage: 'busy', language: 'ja' }
  assert.deepEqual(await profile(friend), seen)
  await line.unfollow(friend)
  assert.deepEqual(await profile(friend), notFound)
  const writer = line.addUser()
  await writer.say('hello')
  assert.equal((await profile(writer)).userId, writer.userId)
  const shy = line.addUser({ hasConsented: false })
  await line.follow(shy)
  assert.deepEqual(await profile(shy), notFound)
})

test('verified accounts can list their friends', async () => {
  const { line, mai, ken, call } = await openLine({ isVerified: true })
  await line.follow(mai)
  await line.follow(ken)
  const first = (await call('GET /v2/bot/followers/ids?limit=1')).body
  const second = (await call(`GET /v2/bot/followers/ids?limit=1&start=${first.next}`)).body
  assert.deepEqual([first.userIds, second], [[mai.userId], { userIds: [ken.userId] }])
  assert.equal((await call('GET /v2/bot/followers/ids?limit=1001')).status, 400)
})
