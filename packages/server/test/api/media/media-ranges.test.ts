import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { describe, test } from 'node:test'
import { message } from '../../support/content/events.ts'
import { drawRandom } from '../../support/line/line-load.ts'
import { isSoak } from '../../support/soak.ts'
import { startTestService } from '../../support/test-service.ts'

// RFC 9110, sections 13 and 14, for downloads and views, with a file that is shown inline and one that is not.

const service = await startTestService()
const owner = await service.caller('U-owner')
const channel = await service.channel('C1', { owner: 'U-owner', subscribers: ['U-owner'] })

async function upload(id: string, bytes: Uint8Array): Promise<string> {
  await service.receive([message(channel, service.clock.now, { id, content: { type: 'image' } })])
  await service.storeMedia(channel, id, bytes)
  return `/api/channels/${channel}/backup/media/${id}`
}

const scenes = [
  { what: 'a download', path: await upload('download', Buffer.from('GIF89a6789')), isShown: false },
  { what: 'an inline picture', path: `${await upload('shown', Buffer.from('GIF89a6789'))}/view`, isShown: true },
  { what: 'a non-inline file', path: `${await upload('digits', Buffer.from('0123456789'))}/view`, isShown: false },
]

const parts: [what: string, range: string, start: number, end: number][] = [
  ['the first byte', 'bytes=0-0', 0, 0],
  ['the last byte', 'bytes=9-9', 9, 9],
  ['the middle', 'bytes=3-6', 3, 6],
  ['all of it', 'bytes=0-9', 0, 9],
  ['a suffix', 'bytes=-3', 7, 9],
  ['a suffix as long as the file', 'bytes=-10', 0, 9],
  ['a suffix larger than the file', 'bytes=-99', 0, 9],
  ['an open range', 'bytes=4-', 4, 9],
  ['an open range from the first byte', 'bytes=0-', 0, 9],
  ['an end beyond the end', 'bytes=8-99', 8, 9],
  ['an end beyond all numbers', `bytes=8-${'9'.repeat(30)}`, 8, 9],
  ['another spelling of the unit', 'Bytes=3-6', 3, 6],
]

for (const { what, path, isShown } of scenes) {
  const ask = (headers: Record<string, string> = {}) => owner.get(path, { headers })
  const whole = await ask()
  const etag = whole.headers.get('etag') ?? ''

  describe(what, () => {
    test('is sent whole, with its length, tag and accept-ranges', () => {
      assert.deepEqual([whole.status, whole.bytes.length], [200, 10])
      assert.equal(whole.headers.get('content-length'), '10')
      assert.equal(whole.headers.get('content-type'), isShown ? 'image/gif' : 'application/octet-stream')
      assert.match(etag, /^"[^"]+"$/)
      assert.equal(whole.headers.get('accept-ranges'), 'bytes')
      assert.equal(whole.headers.get('content-range'), null)
    })

    test('is sent in parts, each with its position', async () => {
      for (const [name, range, start, end] of parts) {
        const answer = await ask({ range })
        assert.equal(answer.status, 206, name)
        assert.deepEqual(answer.bytes, whole.bytes.subarray(start, end + 1), name)
        assert.equal(answer.headers.get('content-range'), `bytes ${start}-${end}/10`, name)
        assert.equal(answer.headers.get('content-length'), String(end - start + 1), name)
        for (const same of ['etag', 'content-type', 'content-disposition', 'x-content-type-options', 'cache-control']) {
          assert.equal(answer.headers.get(same), whole.headers.get(same), `${name}: ${same}`)
        }
      }
    })

    test('is refused with its length if a part starts after the end', async () => {
      for (const range of ['bytes=10-', 'bytes=10-12', 'bytes=-0', `bytes=${'9'.repeat(30)}-`]) {
        const answer = await ask({ range })
        assert.equal(answer.status, 416, range)
        assert.equal(answer.headers.get('content-range'), 'bytes */10')
        assert.deepEqual(answer.body, { error: 'Range not satisfiable: the file has 10 bytes' })
      }
    })

    test('is sent whole if several parts are requested or the range makes no sense', async () => {
      const several = ['bytes=0-1,4-5', 'bytes=0-0, -1', 'bytes=0-,0-,0-', `bytes=${'0-1,'.repeat(1000)}2-3`]
      const senseless = ['bytes=5-2', 'bytes=a-b', 'bytes', 'bytes=', 'items=0-1', 'bytes=-', '0-4', 'bytes=1.5-2']
      for (const range of [...several, ...senseless]) {
        const answer = await ask({ range })
        assert.deepEqual([answer.status, answer.bytes], [200, whole.bytes], range.slice(0, 40))
        assert.equal(answer.headers.get('content-range'), null)
      }
    })

    test('is not sent to a client that already has it', async () => {
      for (const tag of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
        const answer = await ask({ 'if-none-match': tag })
        assert.deepEqual([answer.status, answer.bytes.length], [304, 0], tag)
        assert.equal(answer.headers.get('etag'), etag)
        assert.equal(answer.headers.get('cache-control'), 'private, no-cache')
      }
      for (const tag of ['"other"', 'W/"other"', '"other", "another"']) {
        assert.equal((await ask({ 'if-none-match': tag })).status, 200, tag)
      }
      // This condition is checked before the range.
      assert.equal((await ask({ 'if-none-match': etag, range: 'bytes=99-' })).status, 304)
      assert.equal((await ask({ 'if-none-match': '"other"', range: 'bytes=0-1' })).status, 206)
    })

    test('resumes after an interruption only if it is the same file', async () => {
      const range = 'bytes=4-'
      const same = await ask({ range, 'if-range': etag })
      assert.deepEqual([same.status, same.bytes], [206, whole.bytes.subarray(4)])
      for (const tag of ['"other"', `W/${etag}`, 'Tue, 10 Mar 2026 12:00:00 GMT', '*']) {
        const other = await ask({ range, 'if-range': tag })
        assert.deepEqual([other.status, other.bytes], [200, whole.bytes], tag)
      }
      const beyond = await ask({ range: 'bytes=99-', 'if-range': '"other"' })
      assert.equal(beyond.status, 200, 'an ignored range cannot be wrong')
      assert.equal((await ask({ 'if-range': etag })).status, 200)
    })

    test('is described by HEAD, which sends no body and ignores ranges', async () => {
      for (const headers of [{}, { range: 'bytes=2-3' }, { range: 'bytes=99-' }]) {
        const head = await owner.request('HEAD', path, { headers })
        assert.deepEqual([head.status, head.bytes.length], [200, 0])
        for (const name of ['content-type', 'content-length', 'etag', 'accept-ranges', 'content-disposition']) {
          assert.equal(head.headers.get(name), whole.headers.get(name), name)
        }
      }
      assert.equal((await owner.request('HEAD', path, { headers: { 'if-none-match': etag } })).status, 304)
    })
  })
}

test('an empty file is served like any other', async () => {
  const path = await upload('empty', new Uint8Array())
  for (const url of [path, `${path}/view`]) {
    const answer = await owner.get(url)
    assert.deepEqual([answer.status, answer.bytes.length, answer.headers.get('content-length')], [200, 0, '0'])
    const beyond = await owner.get(url, { headers: { range: 'bytes=0-' } })
    assert.deepEqual([beyond.status, beyond.headers.get('content-range')], [416, 'bytes */0'])
    assert.equal((await owner.get(url, { headers: { range: 'bytes=-5' } })).status, 200)
    assert.equal((await owner.request('HEAD', url)).headers.get('content-length'), '0')
  }
})

test('a download that is interrupted anywhere and resumed equals the original', async (context) => {
  const random = drawRandom(context)
  // Many times the read size, for downloads and views.
  const [mebibytes, cuts] = isSoak ? [3, 50] : [1, 16]
  const original = randomBytes(mebibytes * 1024 * 1024 + 7)
  const path = await upload('film', original)
  for (let cut = 0; cut < cuts; cut++) {
    const url = cut % 2 === 0 ? path : `${path}/view`
    const first = await breakOff(url, random.between(1, original.length - 1))
    const headers = { range: `bytes=${first.bytes.length}-`, 'if-range': first.etag }
    const rest = await owner.get(url, { headers })
    assert.equal(rest.status, 206)
    assert.ok(Buffer.concat([first.bytes, rest.bytes]).equals(original), `cut at ${first.bytes.length}`)
  }
})

test('a download in many parts, in any order, equals the original', async (context) => {
  const random = drawRandom(context)
  const original = randomBytes(2 * 1024 * 1024 + 3)
  const path = await upload('puzzle', original)
  const cuts = Array.from({ length: 20 }, () => random.between(1, original.length - 1))
  const edges = [...new Set([0, ...cuts, original.length])].sort((a, b) => a - b)
  const pieces = edges.slice(0, -1).map((start, index) => ({ start, end: (edges[index + 1] ?? 0) - 1 }))
  const whole = Buffer.alloc(original.length)
  await Promise.all(
    random.shuffle(pieces).map(async ({ start, end }) => {
      const piece = await owner.get(path, { headers: { range: `bytes=${start}-${end}` } })
      piece.bytes.copy(whole, start)
    }),
  )
  assert.ok(whole.equals(original))
})

/** Reads this many bytes and disconnects. */
async function breakOff(path: string, atLeast: number): Promise<{ bytes: Buffer; etag: string }> {
  const hangUp = new AbortController()
  const { authorization = '' } = owner
  const response = await fetch(service.url + path, { headers: { authorization }, signal: hangUp.signal })
  const chunks: Uint8Array[] = []
  let count = 0
  for await (const chunk of response.body ?? []) {
    chunks.push(chunk)
    count += chunk.length
    if (count >= atLeast) break
  }
  hangUp.abort()
  return { bytes: Buffer.concat(chunks).subarray(0, atLeast), etag: response.headers.get('etag') ?? '' }
}
