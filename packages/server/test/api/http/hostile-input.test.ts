import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { listRoutes, type RouteName } from '@innkeeper/contract'
import { digestOf } from '../../support/content/channel-digest.ts'
import { exampleOf, exampleSettings, fillChannel } from '../../support/hostile/example-inputs.ts'
import {
  type HostileBody,
  hostileMembers,
  hostileWholes,
  type TextPosition,
  textPositions,
} from '../../support/hostile/hostile-bodies.ts'
import { assertRefusal } from '../../support/http/refusal.ts'
import { kept } from '../../support/test-environment.ts'
import { startTestService } from '../../support/test-service.ts'

const service = await startTestService(exampleSettings)
const channelId = 'C1'
await service.channel(channelId, { owner: 'U-owner', members: ['U-member'], subscribers: ['U-owner'] })
await fillChannel(service, channelId)
const owner = await service.caller('U-owner', { isOperator: true })
const json = { 'content-type': 'application/json' }
const scene = { service, channelId, ownerId: 'U-owner', userId: 'U-owner', isSubscribed: true }

/** Routes that accept a body or can be sent one. Routes that accept raw bytes or a file have their own tests. */
const bodyRoutes = listRoutes().filter(({ route }) => route.method !== 'GET' && !route.raw && !route.upload)

/** The caller has a key with operator rights, but no operator account. The check comes after the body was read. */
const notAnAccount = /This is not the sign-in of an operator account/
/** The owner has to stay, so the example doesn't have their name. */
const notTheirName = /confirm must be your display name/

/** The caller has a key, and no browser. */
const notABrowser = /Only a browser that is signed in/

/** Routes whose examples are refused for another reason than the fault. */
const refusedAnyway: Partial<Record<RouteName, RegExp>> = {
  changePassphrase: notAnAccount,
  renewRecoveryCodes: notAnAccount,
  createClaimCommand: notAnAccount,
  shareOperatorRights: notAnAccount,
  eraseMe: notTheirName,
  turnOnNotifications: notABrowser,
  turnOffNotifications: notABrowser,
  testNotification: notABrowser,
}

/** What the service says to texts that are allowed, but no one's name, code or passphrase, or not the name of a setting. */
const outcomes: Partial<Record<RouteName, RegExp>> = {
  checkSetupLink: /setup link is not valid/,
  createOperator: /too easy to guess|setup link is not valid|"recoveryCodes":\[/,
  signInOperator: /Authentication failed|Send either passphrase or recoveryCode/,
  ...refusedAnyway,
  createServiceWebhook: /set it to a URL such as/,
  changeServiceWebhook: /set it to a URL such as/,
  createWebhook: /set it to a URL such as/,
  changeWebhook: /set it to a URL such as/,
  saveServiceSettings: /is not a setting that can be changed here|INNKEEPER_ASSISTANT_VERSIONS is /,
}

for (const { name, route } of bodyRoutes) {
  describe(`${route.method} ${route.path}`, () => {
    test('refuses a hostile body with a sentence and writes nothing', () => refuseAll(name, hostileWholes))

    if (route.body === undefined) return
    test('reports a missing body if it requires one', async () => {
      if (route.bodyIsOptional) return
      const { method, path } = await exampleOf(name, scene)
      const before = await digestOf(owner, channelId)
      for (const call of [{}, { headers: json }, { headers: json, raw: '' }]) {
        const answer = await owner.request(method, path, call)
        assertRefusal(answer, 400, JSON.stringify(call))
        assert.match(answer.body.error, /^Body is missing/)
      }
      assert.deepEqual(await digestOf(owner, channelId), before, 'nothing was written')
    })

    test('refuses every wrong member by name and writes nothing', () =>
      refuseAll(name, (example) => hostileMembers(route, example)))
  })
}

const textRoutes = bodyRoutes.filter(({ route }) => textPositions(route, {}).length > 0)

for (const { name, route } of textRoutes) {
  test(`${route.method} ${route.path} counts lengths as the platforms do and accepts only whole characters`, async () => {
    const { body } = await exampleOf(name, scene)
    const positions = textPositions(route, body as object)
    await refuseAll(name, () => positions.flatMap(hostileTexts))
    for (const { name: member, least, most, put } of positions) {
      for (const text of ['x'.repeat(most), '🌙'.repeat(most / 2), `${'a'.repeat(least)}\u0000z`]) {
        const { method, path, undo } = await exampleOf(name, scene)
        const answer = await owner.request(method, path, { body: put(text) })
        // The request gets as far as looking up a new owner with this id.
        if (name === 'handOverOwner') assert.deepEqual(answer.body, { error: 'Member not found' })
        // And as far as looking up a channel.
        else if (name === 'createKey' && member === 'channels[0]')
          assert.deepEqual(answer.body, { error: 'Permission denied' })
        else if (outcomes[name]) assert.match(answer.text, outcomes[name])
        else if (name === 'signInWithLink') assert.equal(answer.status, 401, 'no link has this code')
        else if (name === 'downloadZip' || name === 'setReadPosition')
          assert.deepEqual(answer.body, { error: 'Message not found' })
        else if (route.readsOnly) assert.ok(answer.status < 300, answer.text.slice(0, 200))
        else {
          const isEchoed = [text, kept(text)].some((one) => answer.text.includes(JSON.stringify(one)))
          assert.ok(answer.status < 300 && isEchoed, answer.text.slice(0, 200))
        }
        await undo()
      }
    }
  })
}

test('a client can send back what it read, and read-only fields are ignored', async () => {
  const path = `/api/channels/${channelId}/assistant/welcome`
  const { body } = await owner.get(path)
  const answer = await owner.put(path, { ...body, message: 'Hello', updatedBy: 'U-forged', updatedAt: 7 })
  assert.equal(answer.status, 200, answer.text)
  assert.equal(answer.body.updatedBy, 'U-owner')
})

test('a route without a body accepts no body, an empty one and {}', async () => {
  const path = `/api/channels/${channelId}/backup/subscribe`
  for (const method of ['DELETE', 'POST']) {
    for (const call of [{}, { headers: json }, { headers: json, raw: '' }, { headers: json, raw: '{}' }]) {
      const answer = await owner.request(method, path, call)
      assert.deepEqual([answer.status, answer.body], [200, { success: true }], JSON.stringify(call))
    }
  }
})

test('the service is still healthy afterwards', async () => {
  const anonymous = service.callerWith(undefined)
  for (const path of ['/health', '/ready']) assert.equal((await anonymous.get(path)).status, 200)
})

/** Texts that are one character too long, and halves of characters. */
function hostileTexts({ name: member, least, most, put }: TextPosition): HostileBody[] {
  const tooLong = { 'one too many': 'x'.repeat(most + 1), 'half a moon too many': `x${'🌙'.repeat(most / 2)}` }
  const start = 'a'.repeat(least)
  const halves = { first: `${start}\ud83dz`, second: `${start}\udf19z`, swapped: `${start}\udf19\ud83d` }
  const bodies = (texts: Record<string, string>, says: string) =>
    Object.entries(texts).map(([what, text]) => ({ what: `${member}: ${what}`, raw: JSON.stringify(put(text)), says }))
  return [
    ...bodies(tooLong, `${member} must be at most ${most} characters long`),
    ...bodies(halves, `${member} contains half of a surrogate pair`),
  ]
}

async function refuseAll(name: RouteName, bodiesFor: (example: object) => HostileBody[]): Promise<void> {
  const { method, path, body, undo } = await exampleOf(name, scene)
  const isPublic = bodyRoutes.some((one) => one.name === name && one.route.permission === 'public')
  const bodies = bodiesFor((body ?? {}) as object)
  assert.ok(bodies.length > 0)
  const before = await digestOf(owner, channelId)
  for (const { what, raw, type = 'application/json', says } of bodies) {
    const answer = await owner.request(method, path, { headers: { 'content-type': type }, raw })
    assertRefusal(answer, 400, what)
    // Public routes accept smaller bodies, since their callers are unknown.
    const isTooLong = isPublic && Buffer.byteLength(raw) > 4096
    const expected = isTooLong ? 'Body is too large; at most 4 KiB is allowed' : says
    assert.ok(answer.body.error.startsWith(expected), `${what}: ${answer.text}`)
  }
  assert.deepEqual(await digestOf(owner, channelId), before, 'nothing was written')
  // The same request succeeds without the fault, so the fault was the reason for the refusal.
  const good = await owner.request(method, path, { body })
  const otherReason = refusedAnyway[name]
  if (otherReason) assert.match(good.text, otherReason)
  else assert.ok(good.status < 300, good.text)
  await undo()
}
