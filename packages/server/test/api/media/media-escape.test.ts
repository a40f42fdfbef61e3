import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { existsSync, readdirSync, writeFileSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import { message } from '../../support/content/events.ts'
import { eventually } from '../../support/eventually.ts'
import { plainRequest } from '../../support/http/plain-request.ts'
import { engine } from '../../support/test-environment.ts'
import { startTestService } from '../../support/test-service.ts'

const service = await startTestService()
const owner = await service.caller('U-owner')
const channel = await service.channel('C1', { owner: 'U-owner', subscribers: ['U-owner'] })
const base = `/api/channels/${channel}/backup/media`
const { authorization = '' } = owner

/** Traversal attempts, as they could appear in a path or in data from a platform. */
const climbs = [
  '..',
  '../',
  '../../innkeeper.db',
  '../../../../../../etc/passwd',
  '/etc/passwd',
  '..\\..\\innkeeper.db',
  'a/../../innkeeper.db',
  '%2e%2e%2finnkeeper.db',
  '\0',
  'photo\0.png',
  '．．／．．／innkeeper.db',
  '..／innkeeper.db',
  'x'.repeat(4096),
  '../'.repeat(1300),
  '\r\nset-cookie: a=b',
  'file:///etc/passwd',
]

test('no message id in a path leads to another file', async () => {
  // What a successful traversal would find.
  writeFileSync(join(service.dataDir, 'canary'), 'canary')
  const spellings = climbs.flatMap((climb) => [
    encodeURIComponent(climb),
    encodeURIComponent(encodeURIComponent(climb)),
  ])
  const verbatim = [
    '../../canary',
    '..%2f..%2fcanary',
    '%2e%2e/%2e%2e/canary',
    '%2e%2e%2f%2e%2e%2fcanary',
    '..;/canary',
  ]
  for (const spelling of [...spellings, ...verbatim, '%00', '%c0%ae%c0%ae%c0%af', '%uff0e%uff0e', '%']) {
    for (const suffix of ['', '/view', '/preview']) {
      const { status, text } = await plainRequest(service.url, 'GET', `${base}/${spelling}${suffix}`, {
        headers: { authorization },
      })
      const what = `${spelling.slice(0, 60)}${suffix}: ${status} ${text.slice(0, 80)}`
      assert.ok(status === 404 || status === 400, what)
      assert.match(text, /^\{"error":"[^"\\]+"\}$/, what)
      assert.doesNotMatch(text, /canary|innkeeper\.db|\/tmp|ENOENT/, what)
    }
  }
})

test('whatever names a platform gives its messages and files, nothing is written outside the media folder', async () => {
  const outside = () => [
    ...readdirSync(service.dataDir).filter((name) => name !== 'media'),
    ...['innkeeper.db', 'etc', 'passwd'].filter((name) => existsSync(join(dirname(service.dataDir), name))),
  ]
  const before = outside()
  for (const [index, climb] of climbs.entries()) {
    const bytes = Buffer.from(`bytes ${index}`)
    const content = { type: 'file', fileName: climb } as const
    await service.receive([message(channel, service.clock.now, { id: climb, content })])
    await service.storeMedia(channel, climb, bytes)
    const id = encodeURIComponent(climb)
    for (const suffix of id === '..' ? [] : ['', '/view']) {
      const answer = await owner.get(`${base}/${id}${suffix}`)
      assert.deepEqual([climb.slice(0, 40), answer.status, answer.text], [climb.slice(0, 40), 200, bytes.toString()])
      const name = answer.headers.get('content-disposition') ?? ''
      assert.match(name, /^attachment; filename="[\w.\- ]{1,150}"; filename\*=UTF-8''[\w.%!~-]{1,1400}$/)
      assert.equal(answer.headers.get('set-cookie'), null)
    }
  }
  assert.deepEqual(outside(), before)
  const names = await service.environment.listFiles()
  assert.equal(names.length, climbs.length)
  for (const name of names) assert.match(name, /^media\/[0-9a-f]{2}\/[0-9a-f]{62}$/)
})

test('clients that disconnect leave no file open', async () => {
  await service.receive([message(channel, service.clock.now, { id: 'film', content: { type: 'video' } })])
  await service.storeMedia(channel, 'film', randomBytes(40_000_000))
  const before = service.environment.countOpenFiles()
  const waiting = await ask('')
  assert.equal(service.environment.countOpenFiles(), before + 1, 'the control: a file is open while a client is served')
  waiting.destroy()
  // The bucket of the tests reads the whole file for every request.
  const rounds = engine === 'sqlite' ? 10 : 1
  for (let round = 0; round < rounds; round++) {
    const clients = Array.from({ length: 20 }, (_, index) => ask(index % 2 === 0 ? '' : '/view'))
    for (const client of await Promise.all(clients)) client.destroy()
  }
  const left = await eventually(
    async () => service.environment.countOpenFiles(),
    (count) => count === before,
  )
  assert.equal(left, before)
  const whole = await owner.get(`${base}/film`)
  assert.equal(whole.bytes.length, 40_000_000, 'a client that stays gets all of it')
})

/** A client that requested the film, read the beginning of it, and stopped reading. */
function ask(suffix: string): Promise<Socket> {
  const { hostname, port } = new URL(service.url)
  return new Promise((resolve) => {
    const socket = connect(Number(port), hostname)
    socket.write(`GET ${base}/film${suffix} HTTP/1.1\r\nHost: x\r\nAuthorization: ${authorization}\r\n\r\n`)
    socket.on('error', () => {})
    socket.once('data', () => resolve(socket.pause()))
  })
}
