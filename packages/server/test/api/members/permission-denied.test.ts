import assert from 'node:assert/strict'
import { test } from 'node:test'
import { listRoutes, type RouteName } from '@innkeeper/contract'
import { exampleOf, exampleSettings, fillChannel } from '../../support/hostile/example-inputs.ts'
import type { Caller } from '../../support/http/caller.ts'
import { startTestService } from '../../support/test-service.ts'

// A channel that is closed to a caller must look like one that never existed. The rate limit is on, so its headers count.
const service = await startTestService({ ...exampleSettings, INNKEEPER_RATE_LIMIT: '1000000' })
const channelId = 'C0d1e2f3a4b5c6d7e8f90a1b2c3d4e5f6'
await service.channel(channelId, {
  owner: 'U-owner',
  members: ['U-member'],
  guests: ['U-guest'],
  left: ['U-left'],
  subscribers: ['U-owner'],
})
await service.channel('C-else', { owner: 'U-else', subscribers: ['U-else'] })
await fillChannel(service, channelId)
const owner = await service.caller('U-owner')
const outsiders = {
  'a stranger': await service.caller('U-stranger'),
  'someone who left': await service.caller('U-left'),
  'the owner of another channel': await service.caller('U-else'),
}
const guest = await service.caller('U-guest')

/** Ids that no channel has, encoded for a path. */
const missingIds = {
  unknown: 'C-unknown',
  'like a deleted one': 'C0d1e2f3a4b5c6d7e8f90a1b2c3d4e5f7',
  'in another case': channelId.toLowerCase(),
  'with an encoded slash': `${channelId}%2Fsettings`,
  'with a path traversal': `..%2F${channelId}`,
  'that is a NUL': '%00',
  'followed by a NUL': `${channelId}%00`,
  'with a wildcard': `${channelId.slice(0, -1)}%25`,
  'with a quotation mark': `${channelId}'%20or%20'1'%3D'1`,
  'of 5,000 characters': 'C'.repeat(5000),
}

// The console's pages are the same for everyone and contain no data.
const channelRoutes = listRoutes().filter(
  ({ route }) => route.path.includes(':channelId') && route.permission !== 'public',
)

for (const { name, route } of channelRoutes) {
  test(`${route.method} ${route.path} does not reveal whether a closed channel exists`, async () => {
    const denied = await send(outsiders['a stranger'], name)
    assert.deepEqual([denied.status, denied.text], [403, '{"error":"Permission denied"}'])
    for (const [who, caller] of Object.entries(outsiders)) assert.deepEqual(await send(caller, name), denied, who)
    if (name !== 'getChannel') assert.deepEqual(await send(guest, name), denied, 'a guest')
    for (const [what, id] of Object.entries(missingIds)) {
      assert.deepEqual(await send(owner, name, id), denied, `an id ${what}`)
    }
  })

  test(`${route.method} ${route.path} responds differently if the channel is open`, async () => {
    const denied = await send(outsiders['a stranger'], name)
    const allowed = await send(owner, name)
    assert.ok(allowed.status < 300, allowed.text)
    assert.notEqual(allowed.text, denied.text)
  })
}

/** The parts of a response that do not change from one request to the next. */
async function send(caller: Caller, name: RouteName, id?: string) {
  const scene = { service, channelId, ownerId: 'U-owner', userId: 'U-owner', isSubscribed: true }
  const { method, path, body, raw, headers, undo } = await exampleOf(name, scene)
  const target = id === undefined ? path : path.replace(/(?<=^\/api\/channels\/)[^/]+/, () => id)
  const answer = await caller.request(method, target, {
    body,
    ...(raw !== undefined && { raw }),
    ...(headers && { headers }),
  })
  if (answer.status < 300) await undo()
  return {
    status: answer.status,
    text: answer.text,
    headerNames: [...answer.headers.keys()].sort(),
    type: answer.headers.get('content-type'),
  }
}
