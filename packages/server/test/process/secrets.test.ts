import assert from 'node:assert/strict'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { test } from 'node:test'
import { createToken, hashToken } from '../../src/domain/accounts/token.ts'
import { seedChannel } from '../store/seed-channel.ts'
import { message } from '../support/content/events.ts'
import { createCaller } from '../support/http/caller.ts'
import { createKey, newFolder, serve, withData } from '../support/process/process.ts'

const noon = Date.parse('2026-03-10T12:00:00Z')
const said = 'canary-said-in-the-chat'
// Each is in a different part of a request. None of them may appear in the log.
const sent = {
  query: 'canary-in-a-query',
  body: 'canary-in-a-body',
  brokenBody: 'canary-in-broken-json',
  header: 'canary-in-a-header',
  scheme: 'canary-in-another-scheme',
  malformed: 'canary-in-no-request-at-all',
  fileName: 'canary-of-a-file-name',
}

test('the log is lines of JSON with request IDs, and contains no key, header, query, body or message', async () => {
  const dataDir = newFolder()
  await withData(dataDir, async ({ store }) => {
    await seedChannel(store, 'C1', { owner: 'U1', subscribers: ['U1'] }, noon)
    const events = [
      message('C1', noon, { id: 'm1', from: 'U1', content: { type: 'text', text: said } }),
      message('C1', noon, { id: 'm2', from: 'U1', content: { type: 'file', fileName: sent.fileName } }),
    ]
    await store.write<'receive-events'>({ kind: 'receive-events', platform: 'test', unread: [], at: noon, events })
  })
  const { key } = await createKey(dataDir, 'U1')
  const service = await serve(dataDir, { env: { INNKEEPER_LOG: 'trace' } })
  const unknownKey = createToken()
  const { requestIds, madeKey, signedIn } = await callAbout(service.url, key, unknownKey)
  const { code, stdout, stderr } = await service.stop()
  assert.equal(code, 0)

  const lines = stdout
    .slice(stdout.indexOf('\n{') + 1)
    .trimEnd()
    .split('\n')
  const entries = lines.map((line) => JSON.parse(line))
  const logged = new Set(entries.map(({ requestId }) => requestId))
  assert.ok(requestIds.length > 10)
  for (const id of requestIds) assert.ok(logged.has(id), `request ${id} is in the log`)
  const read = entries.find(({ requestId }) => requestId === requestIds[0])
  assert.equal(read.route, '/api/channels/:channelId/backup/messages')
  assert.deepEqual([read.method, read.status, read.channelId], ['GET', 200, 'C1'])

  const keys = { key, unknownKey, madeKey, signedIn }
  for (const [what, secret] of Object.entries({ ...sent, ...keys, said })) {
    assert.equal(stdout.includes(secret) || stderr.includes(secret), false, `${what} is in the log`)
  }
  assert.doesNotMatch(stdout, /bearer|ink_/i)
  const files = readdirSync(dataDir, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  const data = files.map((entry) => readFileSync(join(entry.parentPath, entry.name), 'latin1')).join('')
  for (const [what, secret] of Object.entries(keys))
    assert.equal(data.includes(secret), false, `${what} is in the data`)
  for (const known of [said, hashToken(key), hashToken(madeKey), hashToken(signedIn)])
    assert.ok(data.includes(known), 'the search finds things')
})

/** Makes valid and invalid requests to many routes. Returns their request IDs, starting with the one that reads messages. */
async function callAbout(url: string, key: string, unknownKey: string) {
  const requestIds: string[] = []
  const owner = createCaller(url, `Bearer ${key}`)
  const note = async (answer: Promise<{ status: number; headers: Headers; text: string }>, status: number) => {
    const { headers, text, status: actual } = await answer
    assert.equal(actual, status, text)
    requestIds.push(headers.get('x-request-id') ?? '')
    return text
  }
  const backup = '/api/channels/C1/backup'
  assert.ok((await note(owner.get(`${backup}/messages?date=2026-03-10`), 200)).includes(said))
  await note(owner.get(`${backup}/messages?date=${sent.query}`), 400)
  await note(owner.get(`${backup}/messages?cursor=${sent.query}`), 400)
  await note(owner.get(`${backup}/messages?${sent.query}=1`), 400)
  await note(owner.get(`${backup}/messages/m1?date=2026-03-10`), 200)
  await note(owner.get(`${backup}/media/m2`), 404)
  await note(owner.get(`/nowhere?${sent.query}`), 404)
  await note(owner.get('/api/me', { headers: { 'x-canary': sent.header, cookie: sent.header } }), 200)
  await note(owner.put('/api/channels/C1/assistant/welcome', { message: sent.body }), 200)
  await note(owner.put('/api/channels/C1/assistant/welcome', { message: 1, [sent.body]: sent.body }), 400)
  await note(
    owner.post('/api/channels/C1/assistant/qa', { keywords: [sent.body], question: sent.body, answer: 'x' }),
    201,
  )
  const raw = { raw: `{"message": ${sent.brokenBody}`, headers: { 'content-type': 'application/json' } }
  await note(owner.request('PUT', '/api/channels/C1/assistant/welcome', raw), 400)
  const made = await note(owner.post('/api/keys', { name: 'laptop' }), 201)
  await note(owner.post('/sign-in/link', { code: sent.body }), 401)
  const signIn = await owner.post('/api/sign-ins')
  await note(Promise.resolve(signIn), 201)
  const signedIn = /ink_\w+/.exec(signIn.headers.getSetCookie()[0] ?? '')?.[0] ?? ''
  const cookie = `__Host-innkeeper=${signedIn}`
  await note(createCaller(url, undefined).get('/api/me', { headers: { cookie } }), 200)
  await note(createCaller(url, `Bearer ${unknownKey}`).get('/api/me'), 401)
  await note(createCaller(url, `Basic ${sent.scheme}`).get('/api/me'), 401)
  await sendMalformed(url)
  return { requestIds, madeKey: JSON.parse(made).key as string, signedIn }
}

async function sendMalformed(url: string): Promise<void> {
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname)
  socket.end(`${sent.malformed} / HTTP/1.1\r\n${sent.malformed}\r\n\r\n`)
  await once(socket.resume(), 'close')
}
