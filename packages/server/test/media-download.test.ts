import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { readdirSync, rmSync, truncateSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import fc from 'fast-check'
import { message } from './support/events.ts'
import { openInn } from './support/inn.ts'

const inn = await openInn()
const owner = await inn.caller('U-owner')
const channel = await inn.channel('C1', { owner: 'U-owner', subscribers: ['U-owner'] })
const pathOf = (id: string) => `/api/channels/${channel}/backup/media/${id}`

async function upload(id: string, bytes: Uint8Array, fileName?: string): Promise<string> {
  const content = fileName === undefined ? ({ type: 'image' } as const) : ({ type: 'file', fileName } as const)
  await inn.receive([message(channel, inn.clock.now, { id, content })])
  await inn.storeMedia(channel, id, bytes)
  return pathOf(id)
}

const bytes = Buffer.from('0123456789')
const digits = await upload('digits', bytes)
const fetchDigits = (headers: Record<string, string> = {}) => owner.get(digits, { headers })
const etag = (await fetchDigits()).headers.get('etag') ?? ''

test('a file is downloaded as bytes, with its length and its tag', async () => {
  const { status, headers, bytes: got } = await fetchDigits()
  assert.equal(status, 200)
  assert.deepEqual(got, bytes)
  assert.equal(headers.get('content-type'), 'application/octet-stream')
  assert.equal(headers.get('content-length'), '10')
  assert.match(etag, /^"[^"]+"$/)
  assert.equal(headers.get('accept-ranges'), 'bytes')
})

test('a browser never shows a file, it saves it, and no cache keeps it unasked', async () => {
  const { headers } = await fetchDigits()
  assert.equal(headers.get('x-content-type-options'), 'nosniff')
  assert.match(headers.get('content-disposition') ?? '', /^attachment;/)
  assert.match(headers.get('content-security-policy') ?? '', /sandbox/)
  assert.match(headers.get('cache-control') ?? '', /private/)
})

test('HEAD tells the same and sends nothing, and knows no ranges', async () => {
  const whole = await fetchDigits()
  for (const headers of [{}, { range: 'bytes=2-3' }, { range: 'bytes=99-' }]) {
    const head = await owner.request('HEAD', digits, { headers })
    assert.deepEqual([head.status, head.bytes.length], [200, 0])
    for (const name of ['content-type', 'content-length', 'etag', 'accept-ranges', 'content-disposition']) {
      assert.equal(head.headers.get(name), whole.headers.get(name), name)
    }
  }
  assert.equal((await owner.request('HEAD', digits, { headers: { 'if-none-match': etag } })).status, 304)
})

const parts: [name: string, range: string, text: string, contentRange: string][] = [
  ['the first byte', 'bytes=0-0', '0', 'bytes 0-0/10'],
  ['the last byte', 'bytes=9-9', '9', 'bytes 9-9/10'],
  ['the middle', 'bytes=3-6', '3456', 'bytes 3-6/10'],
  ['a suffix', 'bytes=-3', '789', 'bytes 7-9/10'],
  ['a suffix larger than the file', 'bytes=-99', '0123456789', 'bytes 0-9/10'],
  ['an open range', 'bytes=4-', '456789', 'bytes 4-9/10'],
  ['a range beyond the end', 'bytes=8-99', '89', 'bytes 8-9/10'],
]

test('a part of a file is sent with its place', async () => {
  for (const [name, range, text, contentRange] of parts) {
    const answer = await fetchDigits({ range })
    assert.equal(answer.status, 206, name)
    assert.equal(answer.text, text, name)
    assert.equal(answer.headers.get('content-range'), contentRange, name)
    assert.equal(answer.headers.get('content-length'), String(text.length), name)
    assert.equal(answer.headers.get('etag'), etag, name)
  }
})

test('a range that begins behind the end is refused with the length of the file', async () => {
  for (const range of ['bytes=10-', 'bytes=10-12', 'bytes=-0']) {
    const answer = await fetchDigits({ range })
    assert.equal(answer.status, 416, range)
    assert.equal(answer.headers.get('content-range'), 'bytes */10')
    assert.deepEqual(answer.body, { error: 'Range not satisfiable: the file has 10 bytes' })
  }
})

test('several ranges and broken ones get the whole file', async () => {
  for (const range of ['bytes=0-1,4-5', 'bytes=5-2', 'bytes=a-b', 'bytes', 'items=0-1', 'bytes=-', '0-4']) {
    const answer = await fetchDigits({ range })
    assert.deepEqual([answer.status, answer.text], [200, '0123456789'], range)
    assert.equal(answer.headers.get('content-range'), null)
  }
})

test('a client that has the file already gets no bytes', async () => {
  for (const tag of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
    const answer = await fetchDigits({ 'if-none-match': tag })
    assert.deepEqual([answer.status, answer.bytes.length], [304, 0], tag)
    assert.equal(answer.headers.get('etag'), etag)
  }
  for (const tag of ['"other"', 'W/"other"', '"other", "another"']) {
    assert.equal((await fetchDigits({ 'if-none-match': tag })).status, 200, tag)
  }
  assert.equal((await fetchDigits({ 'if-none-match': etag, range: 'bytes=99-' })).status, 304)
})

test('a resumed download goes on only when the file is the same', async () => {
  const range = 'bytes=4-'
  const same = await fetchDigits({ range, 'if-range': etag })
  assert.deepEqual([same.status, same.text], [206, '456789'])
  for (const tag of ['"other"', `W/${etag}`, 'Tue, 10 Mar 2026 12:00:00 GMT']) {
    const other = await fetchDigits({ range, 'if-range': tag })
    assert.deepEqual([other.status, other.text], [200, '0123456789'], tag)
  }
})

test('the tag follows the bytes, not the message', async () => {
  const twin = await upload('twin', bytes)
  const other = await upload('other', Buffer.from('0123456780'))
  assert.equal((await owner.get(twin)).headers.get('etag'), etag)
  assert.notEqual((await owner.get(other)).headers.get('etag'), etag)
})

test('an empty file is a file', async () => {
  const empty = await upload('empty', new Uint8Array())
  const answer = await owner.get(empty)
  assert.deepEqual([answer.status, answer.bytes.length, answer.headers.get('content-length')], [200, 0, '0'])
  const beyond = await owner.get(empty, { headers: { range: 'bytes=0-' } })
  assert.deepEqual([beyond.status, beyond.headers.get('content-range')], [416, 'bytes */0'])
  assert.equal((await owner.get(empty, { headers: { range: 'bytes=-5' } })).status, 200)
})

test('a download cut anywhere and resumed equals the original', async () => {
  const original = randomBytes(3 * 1024 * 1024 + 7)
  const path = await upload('film', original)
  const whole = await owner.get(path)
  assert.ok(whole.bytes.equals(original))
  const tag = whole.headers.get('etag') ?? ''
  const cuts = fc.uniqueArray(fc.integer({ min: 1, max: original.length - 1 }), { minLength: 1, maxLength: 4 })
  await fc.assert(
    fc.asyncProperty(cuts, async (places) => {
      const edges = [0, ...places.toSorted((a, b) => a - b), original.length]
      const pieces: Buffer[] = []
      for (const [index, start] of edges.slice(0, -1).entries()) {
        const last = (edges[index + 1] ?? 0) - 1
        const range = last === original.length - 1 ? `bytes=${start}-` : `bytes=${start}-${last}`
        const piece = await owner.get(path, { headers: { range, 'if-range': tag } })
        assert.equal(piece.status, 206)
        pieces.push(piece.bytes)
      }
      assert.ok(Buffer.concat(pieces).equals(original))
    }),
    { numRuns: 10 },
  )
})

const names: [fileName: string, plain: string, encoded: string][] = [
  ['minutes.pdf', 'minutes.pdf', 'minutes.pdf'],
  ['a "quoted" \\ name.txt', 'a _quoted_ _ name.txt', 'a%20%22quoted%22%20%5C%20name.txt'],
  ['two\r\nSet-Cookie: lines.txt', 'two__Set-Cookie_ lines.txt', 'two%0D%0ASet-Cookie%3A%20lines.txt'],
  ['議事録.pdf', '___.pdf', '%E8%AD%B0%E4%BA%8B%E9%8C%B2.pdf'],
  ['../../etc/passwd', '.._.._etc_passwd', '..%2F..%2Fetc%2Fpasswd'],
  ["it's (1)*.txt", 'it_s _1__.txt', 'it%27s%20%281%29%2A.txt'],
  ['half \uD83D fox', 'half _ fox', 'half%20%EF%BF%BD%20fox'],
  ['n'.repeat(4096), 'n'.repeat(150), 'n'.repeat(150)],
]

test('no file name can break out of the header', async () => {
  for (const [index, [fileName, plain, encoded]] of names.entries()) {
    const { status, headers } = await owner.get(await upload(`name-${index}`, bytes, fileName))
    assert.equal(status, 200, fileName)
    assert.equal(headers.get('content-disposition'), `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`)
    assert.equal(headers.get('set-cookie'), null)
    const { body } = await owner.get(`/api/channels/${channel}/backup/messages/name-${index}`)
    assert.equal(body.fileName, fileName, 'in JSON it is told as it was sent')
  }
})

test('a photo, which has no name of its own, is called after its message', async () => {
  assert.match((await fetchDigits()).headers.get('content-disposition') ?? '', /filename="image-digits"/)
})

test('a file missing from the media folder, or damaged there, is told as lost', async () => {
  const path = await upload('fragile', Buffer.from('fragile bytes'))
  const tag = (await owner.get(path)).headers.get('etag') ?? ''
  const name = readdirSync(join(inn.dataDir, 'media'), { recursive: true })
    .map(String)
    .find((one) => tag.includes(one.replaceAll('/', '')) && one.includes('/'))
  assert.ok(name)
  truncateSync(join(inn.dataDir, 'media', name), 5)
  const damaged = await owner.get(path)
  assert.deepEqual([damaged.status, damaged.body.error], [404, 'Media lost: the file in the media folder is damaged'])
  rmSync(join(inn.dataDir, 'media', name))
  const missing = await owner.get(path)
  assert.deepEqual([missing.status, missing.body.error], [404, 'Media lost: the file is missing from the media folder'])
})
