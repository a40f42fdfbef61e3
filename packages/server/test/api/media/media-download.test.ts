import assert from 'node:assert/strict'
import { test } from 'node:test'
import { message } from '../../support/content/events.ts'
import { photo } from '../../support/content/pictures.ts'
import { kept } from '../../support/test-environment.ts'
import { startTestService } from '../../support/test-service.ts'

const service = await startTestService()
const owner = await service.caller('U-owner')
const channel = await service.channel('C1', { owner: 'U-owner', subscribers: ['U-owner'] })
const pathOf = (id: string) => `/api/channels/${channel}/backup/media/${id}`

async function upload(id: string, bytes: Uint8Array, fileName?: string): Promise<string> {
  const content = fileName === undefined ? ({ type: 'image' } as const) : ({ type: 'file', fileName } as const)
  await service.receive([message(channel, service.clock.now, { id, content })])
  await service.storeMedia(channel, id, bytes)
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

test('a browser saves a file instead of showing it, and shared caches do not keep it', async () => {
  const { headers } = await fetchDigits()
  assert.equal(headers.get('x-content-type-options'), 'nosniff')
  assert.match(headers.get('content-disposition') ?? '', /^attachment;/)
  assert.match(headers.get('content-security-policy') ?? '', /sandbox/)
  assert.match(headers.get('cache-control') ?? '', /private/)
})

test('the tag depends on the bytes, not on the message', async () => {
  const twin = await upload('twin', bytes)
  const other = await upload('other', Buffer.from('0123456780'))
  assert.equal((await owner.get(twin)).headers.get('etag'), etag)
  assert.notEqual((await owner.get(other)).headers.get('etag'), etag)
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
  ['%2e%2e%2fkey', '_2e_2e_2fkey', '%252e%252e%252fkey'],
  ['nul\0byte.txt', 'nul_byte.txt', `nul${encodeURIComponent(kept('\0'))}byte.txt`],
  ['．．／etc', '___etc', '%EF%BC%8E%EF%BC%8E%EF%BC%8Fetc'],
  ['\u202Egnp.exe', '_gnp.exe', '%E2%80%AEgnp.exe'],
]

test('no file name can break out of the header', async () => {
  for (const [index, [fileName, plain, encoded]] of names.entries()) {
    const { status, headers } = await owner.get(await upload(`name-${index}`, bytes, fileName))
    assert.equal(status, 200, fileName)
    assert.equal(headers.get('content-disposition'), `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`)
    assert.equal(headers.get('set-cookie'), null)
    const { body } = await owner.get(`/api/channels/${channel}/backup/messages/name-${index}`)
    assert.equal(body.fileName, fileName, 'in JSON it is as it was sent')
  }
})

test('a photo, which has no file name, is named by its time, sender and type', async () => {
  const bytes = await photo({ width: 9, height: 9 }).jpeg().toBuffer()
  const { headers } = await owner.get(await upload('photo', bytes))
  assert.match(
    headers.get('content-disposition') ?? '',
    /^attachment; filename="\d{4}-\d\d-\d\d \d\d\.\d\d [^"]+\.jpg";/,
  )
  assert.equal(headers.get('content-type'), 'application/octet-stream')
  assert.match((await fetchDigits()).headers.get('content-disposition') ?? '', /\.bin";/, 'an unknown type')
})

test('a file that is missing from the media folder or damaged there is reported as lost', async () => {
  const path = await upload('fragile', Buffer.from('fragile bytes'))
  const tag = (await owner.get(path)).headers.get('etag') ?? ''
  const sha256 = (await Array.fromAsync(service.blobs.list(), (one) => one.sha256)).find((one) => tag.includes(one))
  assert.ok(sha256)
  await service.environment.cutFile(sha256, 5)
  const damaged = await owner.get(path)
  assert.deepEqual([damaged.status, damaged.body.error], [404, 'Media lost: the file in the media folder is damaged'])
  await service.blobs.remove(sha256)
  const missing = await owner.get(path)
  assert.deepEqual([missing.status, missing.body.error], [404, 'Media lost: the file is missing from the media folder'])
})
