import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type ErrorCode, errors } from '@innkeeper/contract'
import { issueSetupCode } from '../../../src/actions/accounts/operator-account.ts'
import { createToken } from '../../../src/domain/accounts/token.ts'
import { message } from '../../support/content/events.ts'
import { addImport } from '../../support/hostile/example-imports.ts'
import type { Caller } from '../../support/http/caller.ts'
import { plainRequest } from '../../support/http/plain-request.ts'
import { createExampleOperator, passphrase } from '../../support/operator.ts'
import { startTestService } from '../../support/test-service.ts'

const service = await startTestService()
const channel = '/api/channels/C1'
await service.channel('C1', { owner: 'U-owner', members: ['U-member'], guests: ['U-guest'], subscribers: ['U-owner'] })
await service.receive(
  ['m-stored', 'm-pending', 'm-lost'].map((id) => message('C1', service.clock.now, { id, content: { type: 'image' } })),
)
await service.storeMedia('C1', 'm-stored', Buffer.from('picture'))
await service.receive([
  message('C1', service.clock.now, { id: 'm-file', content: { type: 'file', fileName: 'a.txt' } }),
])
await service.storeMedia('C1', 'm-file', Buffer.from('text'))
await service.store.write<'lose-media'>({
  kind: 'lose-media',
  at: 0,
  channelId: 'C1',
  messageId: 'm-lost',
  reason: 'it expired',
})
await service.channel('C-platform', { members: ['U-owner'] })
await service.store.write<'record-admins'>({
  kind: 'record-admins',
  at: 0,
  channelId: 'C-platform',
  owner: { userId: 'U-owner' },
  admins: [],
})
await addImport({ service, channelId: 'C1' }, 'ready')
const owner = await service.caller('U-owner')
const operator = await service.caller('U-operator', { isOperator: true })
const member = await service.caller('U-member')
const guest = await service.caller('U-guest')
const stranger = await service.caller('U-stranger')
const nobody = service.callerWith(undefined)

const deps = { store: service.store, clock: () => service.clock.now }
const signedIn = await createExampleOperator(deps)

type Call = NonNullable<Parameters<Caller['request']>[2]>

/** For each error that a single request can cause: who sends what, and the sentence in the response. */
const errorCases: { [Code in ErrorCode]?: [who: Caller, what: string, call: Call, sentence: string] } = {
  invalid: [owner, `GET ${channel}/audit?limit=0`, {}, 'limit must be a whole number from 1 to 100'],
  'owner-role-fixed': [
    owner,
    `PUT ${channel}/members/U-owner/role`,
    { body: { role: 'member' } },
    "The owner's role cannot be changed",
  ],
  'owner-on-platform': [
    owner,
    'PUT /api/channels/C-platform/owner',
    { body: { userId: 'U-member' } },
    'Transfer ownership in Test',
  ],
  'link-not-valid': [
    nobody,
    'POST /sign-in/link',
    { body: { code: 'unknown' } },
    'This link is not valid any more; ask for a new one',
  ],
  'setup-link-not-valid': [
    nobody,
    'POST /setup/operator',
    { body: { code: 'unknown', name: 'Hana', passphrase } },
    'This setup link is not valid any more; restart the service or run ./innkeeper operator reset to get a new one',
  ],
  'operator-exists': [
    nobody,
    'POST /setup/operator',
    { body: { code: await issueSetupCode(deps), name: 'Eve', passphrase } },
    'An operator account exists already; sign in with it',
  ],
  'wrong-passphrase': [
    nobody,
    'PUT /api/operator/passphrase',
    {
      headers: { cookie: `__Host-innkeeper=${signedIn.token}`, 'sec-fetch-site': 'same-origin' },
      body: { current: 'another passphrase', passphrase },
    },
    'The current passphrase is wrong',
  ],
  'cross-site': [
    nobody,
    'POST /sign-in/link',
    { body: { code: 'unknown' }, headers: { origin: 'https://evil.example' } },
    'Refused: only pages of this service may ask for this',
  ],
  'post-only': [owner, 'GET /mcp', {}, 'Use POST'],
  'sign-in-not-found': [owner, 'DELETE /api/sign-ins/s_none', {}, 'Sign-in not found'],
  'authentication-failed': [nobody, 'GET /api/me', {}, 'Authentication failed'],
  'webhook-refused': [nobody, 'POST /webhooks/fake', { raw: '{}' }, 'Webhook refused: the signature is wrong'],
  'permission-denied': [guest, `GET ${channel}/members`, {}, 'Permission denied'],
  'not-a-subscriber': [member, `GET ${channel}/backup/messages`, {}, 'Not a subscriber'],
  'not-found': [owner, 'GET /api/nowhere', {}, 'Not found'],
  'message-not-found': [owner, `GET ${channel}/backup/messages/m-none`, {}, 'Message not found'],
  'member-not-found': [owner, `PUT ${channel}/owner`, { body: { userId: 'U-none' } }, 'Member not found'],
  'rule-not-found': [owner, `GET ${channel}/assistant/qa/r_none`, {}, 'Rule not found'],
  'version-not-found': [owner, `GET ${channel}/assistant/versions/7`, {}, 'Version not found'],
  'search-not-found': [owner, 'DELETE /api/searches/q_none', {}, 'Saved search not found'],
  'key-not-found': [owner, 'DELETE /api/keys/k_none', {}, 'Key not found'],
  'import-not-found': [owner, `GET ${channel}/imports/7`, {}, 'Import not found'],
  'import-conflict': [
    owner,
    `POST ${channel}/imports/1/undo`,
    {},
    'Only an import that is finished can be undone. Import 1 is ready',
  ],
  'webhook-not-found': [owner, `GET ${channel}/webhooks/w_none/deliveries`, {}, 'Webhook not found'],
  'bookmark-not-found': [owner, `DELETE ${channel}/backup/bookmarks/m-none`, {}, 'Bookmark not found'],
  'job-not-found': [operator, 'POST /api/operator/jobs/0/retry', {}, 'Job not found'],
  'media-not-available-yet': [owner, `GET ${channel}/backup/media/m-pending`, {}, 'Media not available yet'],
  'media-lost': [owner, `GET ${channel}/backup/media/m-lost`, {}, 'Media lost: it expired'],
  'no-preview': [owner, `GET ${channel}/backup/media/m-file/preview`, {}, 'No preview of this file'],
  'changed-meanwhile': [
    owner,
    `PUT ${channel}/settings`,
    { body: { language: 'ja' }, headers: { 'if-match': '"other"' } },
    'Changed meanwhile; read it again before changing it',
  ],
  'range-not-satisfiable': [
    owner,
    `GET ${channel}/backup/media/m-stored`,
    { headers: { range: 'bytes=7-' } },
    'Range not satisfiable: the file has 7 bytes',
  ],
}

test('every error is covered here except those of a service that is overloaded, broken or waiting for a platform', () => {
  const elsewhere = ['too-many-requests', 'internal', 'unavailable', 'membership-unconfirmed']
  assert.deepEqual([...Object.keys(errorCases), ...elsewhere].sort(), Object.keys(errors).sort())
})

for (const [code, [who, what, call, sentence]] of Object.entries(errorCases)) {
  const [method = '', path = ''] = what.split(' ')
  const { status } = errors[code as ErrorCode]

  test(`the error ${code} has its status and its sentence, and nothing else`, async () => {
    const answer = await who.request(method, path, call)
    assert.deepEqual([answer.status, answer.body], [status, { error: sentence }])
    assert.equal(answer.headers.get('content-type'), 'application/json; charset=utf-8')
  })

  test(`the error ${code} is a problem document if the client asks for one`, async () => {
    const headers = { ...call.headers, accept: 'application/problem+json, application/json' }
    const answer = await who.request(method, path, { ...call, headers })
    assert.equal(answer.status, status)
    assert.equal(answer.headers.get('content-type'), 'application/problem+json; charset=utf-8')
    const { details, ...document } = answer.body
    assert.deepEqual(document, { type: 'about:blank', title: sentence, status, error: sentence })
    assert.deepEqual(details, { code, requestId: answer.headers.get('x-request-id') })
  })
}

test('callers without a valid key all get the same response, whatever is wrong with the key', async () => {
  const { key } = (await owner.post('/api/keys', { name: 'spare' })).body
  const revoked = service.callerWith(`Bearer ${key}`)
  await revoked.delete(`/api/keys/${(await revoked.get('/api/me')).body.key.id}`)
  const headers = [
    undefined,
    '',
    'Bearer',
    'Bearer ',
    'Bearer nonsense',
    `Bearer ${createToken()}`,
    `Bearer ${createToken()} and more`,
    owner.authorization?.slice('Bearer '.length),
    owner.authorization?.replace('Bearer', 'Basic'),
    owner.authorization?.slice(0, -1),
    `${owner.authorization}0`,
    owner.authorization?.replace('ink_', 'INK_'),
    revoked.authorization,
    (await service.caller('U-owner', { expiresAt: service.clock.now })).authorization,
    `Bearer ${'x'.repeat(10_000)}`,
  ]
  for (const header of headers) {
    const answer = await service.callerWith(header).get('/api/me')
    assert.deepEqual([answer.status, answer.text], [401, '{"error":"Authentication failed"}'], header)
    assert.equal(answer.headers.get('www-authenticate'), 'Bearer', header)
  }
  assert.equal((await owner.get('/api/me')).headers.get('www-authenticate'), null)
  assert.equal((await service.callerWith(owner.authorization?.replace('Bearer', 'bearer')).get('/api/me')).status, 200)
})

// Every request has all the faults of the requests after it, so each response shows what is checked first.
test('errors are reported in this order: key, permission, subscription, parameters and body, existence', async () => {
  const faulty = `${channel}/backup/messages/m-none?date=never`
  const table: [who: Caller, path: string, status: number, error: string][] = [
    [nobody, faulty, 401, 'Authentication failed'],
    [stranger, faulty, 403, 'Permission denied'],
    [guest, faulty, 403, 'Permission denied'],
    [member, faulty, 403, 'Not a subscriber'],
    [owner, faulty, 400, 'date must be a calendar day, YYYY-MM-DD'],
    [owner, faulty.replace('never', '2026-03-10'), 404, 'Message not found'],
  ]
  for (const [who, path, status, error] of table) {
    const answer = await who.get(path)
    assert.deepEqual([answer.status, answer.body], [status, { error }], path)
  }
})

test('the same order applies to bodies: permission is checked before the body', async () => {
  const reader = await service.caller('U-owner', { scope: 'read' })
  const missing = `${channel}/assistant/qa/r_none`
  const broken = { headers: { 'content-type': 'application/json' }, raw: '{"answer":' }
  const huge = { ...broken, raw: 'x'.repeat(2 * 1024 * 1024) }
  for (const call of [broken, huge]) {
    assert.equal((await nobody.request('PUT', `${missing}?a=1`, call)).status, 401)
    for (const who of [stranger, guest, member, reader]) {
      assert.deepEqual((await who.request('PUT', `${missing}?a=1`, call)).body, { error: 'Permission denied' })
    }
    assert.equal((await owner.request('PUT', missing, call)).status, 400)
  }
  assert.deepEqual((await owner.put(missing, { answer: '' })).body, { error: 'answer must not be empty' })
  assert.deepEqual((await owner.put(missing, { answer: 'Yes.' })).body, { error: 'Rule not found' })
  assert.deepEqual((await owner.put(`${channel}/members/U-none/role`, { role: 'boss' })).status, 400)
})

test('every response has its own request id', async () => {
  const requests = [
    ...Object.values(errorCases).map(([who, what, call]) => {
      const [method = '', path = ''] = what.split(' ')
      return who.request(method, path, call).then(({ headers }) => headers.get('x-request-id'))
    }),
    ...['/health', '/ready', '/docs', '/openapi.json', '/nowhere', '/%zz', '/api/%zz'].map((path) =>
      plainRequest(service.url, 'GET', path).then(({ headers }) => headers['x-request-id']),
    ),
    ...['/health', '/api/me', `${channel}/backup/media/m-stored`].map((path) =>
      owner.request('HEAD', path).then(({ headers }) => headers.get('x-request-id')),
    ),
  ]
  const ids = await Promise.all(requests)
  for (const id of ids) assert.match(String(id), /^[0-9a-f]{10}-[0-9a-z]+$/)
  assert.equal(new Set(ids).size, ids.length)
})
