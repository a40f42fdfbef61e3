import assert from 'node:assert/strict'
import { test } from 'node:test'
import { say } from '../../src/domain/assistant/outgoing-message.ts'
import type { PlatformRefusalCode } from '../../src/domain/platforms/platform-errors.ts'
import { answerWith, json, noConnection, plain, refusal, rightTo, silence, startPlatform } from './platform.ts'

/** Enough for an answer on a busy machine. Only calls that hang use all of it. */
const patienceMs = 1_500

const profileRoute = 'GET /v2/bot/group/{groupId}/member/{userId}'
const service = { channelId: 'C1', type: 'group' } as const

test('each refusal of the platform is distinguished, with its request id for support', async () => {
  const cases: [number, string, PlatformRefusalCode][] = [
    [400, 'Invalid reply token', 'reply-right-spent'],
    [400, 'The request body has 1 error(s)', 'invalid'],
    [401, 'Authentication failed due to the following reason: invalid token', 'forbidden'],
    [403, 'Access to this API is not available for your account', 'forbidden'],
    [404, 'Not found', 'not-found'],
    [409, 'The retry key is already accepted', 'invalid'],
    [413, 'Too large', 'invalid'],
    [429, 'You have reached your monthly limit.', 'quota'],
    [429, 'The API rate limit has been exceeded. Try again later.', 'too-fast'],
  ]
  for (const [status, message, code] of cases) {
    const { connector, calls } = answerWith([json(status, { message }, { 'x-line-request-id': 'abc-123' })])
    const sent = connector.replies.send(rightTo('token'), say('hi'), { type: 'group' })
    await assert.rejects(sent, refusal(code, /^LINE refused a reply: \d+ .+ \(x-line-request-id abc-123\)$/))
    assert.equal(calls.length, 1, 'no call is repeated')
  }
})

test('details of a refusal are passed on', async () => {
  const details = [{ message: 'Length must be between 0 and 5000', property: 'messages[0].text' }]
  const { connector } = answerWith([json(400, { message: 'The request body has 1 error(s)', details })])
  await assert.rejects(
    connector.replies.send(rightTo('token'), say('hi'), { type: 'group' }),
    refusal('invalid', /messages\[0\]\.text: Length must be between 0 and 5000/),
  )
})

test('server errors, redirects and unreadable answers count as no response', async () => {
  const answers = [
    json(500, { message: 'Internal' }),
    plain(502, '<html>'),
    plain(302, null, { location: 'https://evil.example.com' }),
    plain(200, '<html>'),
    plain(200, ''),
    json(200, []),
    json(200, {}),
    json(200, { displayName: 5 }),
    plain(200, 'x'.repeat(2_000_000)),
    noConnection,
  ]
  for (const answer of answers) {
    const { connector, calls } = answerWith([answer])
    await assert.rejects(connector.profiles.getMember(service, 'U1'), silence())
    assert.equal(calls.length, 1)
  }
})

test('however the platform fails, the result is a refusal or no response, never anything else', async (t) => {
  const { platform, connector } = await startPlatform(t, { line: { timeLimitMs: patienceMs } })
  const mika = platform.addUser({ displayName: 'Mika' })
  const group = platform.addGroup({ members: [mika] })
  await group.invite()
  const ask = () => connector.profiles.getMember({ channelId: group.groupId, type: 'group' }, mika.userId)
  for (const [fault, expected] of [
    ['401', refusal('forbidden')],
    ['403', refusal('forbidden')],
    ['404', refusal('not-found')],
    ['429', refusal('too-fast')],
    ['429-quota', refusal('quota')],
    ['500', silence(/x-line-request-id/)],
    ['503', silence()],
    ['hang', silence(/timed out/)],
    ['drop', silence()],
    ['accept-then-hang', silence(/timed out/)],
  ] as const) {
    platform.faults.add({ on: profileRoute, do: fault })
    await assert.rejects(ask(), expected, fault)
    platform.faults.clear()
  }
  assert.equal((await ask()).name, 'Mika')
})

test("no error contains a token or a secret, even if the platform's answer does", async () => {
  const secrets = ['s3cret-new', 's3cret-old']
  const message = 'bad token tok3n of s3cret-new and s3cret-old'
  for (const status of [400, 401, 404, 429, 500]) {
    const { connector } = answerWith([json(status, { message })], { channelSecrets: secrets, accessToken: 'tok3n' })
    const calls = [
      connector.getAccount(),
      connector.replies.send(rightTo('r'), say('x'), { type: 'group' }),
      connector.media
        .open({ channel: { channelId: 'C1', type: 'group' }, messageId: '1', type: 'image' })
        .then(({ state, ...rest }) => {
          throw new Error(`${state} ${JSON.stringify(rest)}`)
        }),
    ]
    for (const call of calls) {
      const error = await call.then(
        () => assert.fail(),
        (thrown: unknown) => thrown,
      )
      assert.doesNotMatch(`${(error as Error).stack} ${JSON.stringify(error)}`, /tok3n|s3cret/)
    }
  }
})

test('a token that cannot be sent is refused at startup, without being shown', () => {
  for (const accessToken of ['tok3n\n', 'tok 3n', '', 'tök3n'])
    assert.throws(
      () => answerWith([], { accessToken }),
      (error) => error instanceof Error && !error.message.includes('3n') && /Copy it again/.test(error.message),
    )
})
