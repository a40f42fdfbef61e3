import assert from 'node:assert/strict'
import { test } from 'node:test'
import sharp from 'sharp'
import { bomb, photo } from '../../support/content/pictures.ts'
import { startTestService } from '../../support/test-service.ts'

const base = 'https://inn.example'
const service = await startTestService({ INNKEEPER_BASE_URL: base })
const admin = await service.caller('U-admin')
const stranger = service.callerWith(undefined)
const day = 24 * 3_600_000
const fresh = async (channel: string) =>
  `/api/channels/${await service.channel(channel, { owner: 'U-owner', admins: ['U-admin'] })}/assistant`
const rule = { keywords: ['map'], question: 'Where is it?', answer: 'Here.' }

async function upload(path: string, bytes: Buffer): Promise<string> {
  const { status, text, body } = await admin.post(`${path}/pictures`, { data: bytes.toString('base64') })
  assert.equal(status, 201, text)
  assert.match(body.url, /^https:\/\/inn\.example\/pictures\/[0-9a-f]{64}\.(jpg|png)$/)
  return body.url
}

const get = (url: string) => stranger.get(url.slice(base.length))

async function dropUnused(): Promise<void> {
  for (let more = true; more; ) {
    const at = service.clock.now
    more = (await service.store.write<'drop-rule-pictures'>({ kind: 'drop-rule-pictures', at, limit: 2 })).more
  }
}

test('an uploaded picture is public, without the metadata of the camera, and upright', async () => {
  const path = await fresh('C-upload')
  const taken = await photo({ width: 3000, height: 1000 }, { orientation: 6 })
    .withExif({ IFD0: { Artist: 'secret-artist' } })
    .jpeg()
    .toBuffer()
  assert.ok(taken.includes('secret-artist'), 'control: it is in the file')
  const answer = await get(await upload(path, taken))
  assert.deepEqual([answer.status, answer.headers.get('content-type')], [200, 'image/jpeg'])
  assert.match(answer.headers.get('content-security-policy') ?? '', /sandbox|default-src 'none'/)
  assert.ok(!answer.bytes.includes('secret-artist'))
  const { width, height, exif } = await sharp(answer.bytes).metadata()
  assert.deepEqual([width, height, exif], [427, 1280, undefined])
  const drawing = sharp({ create: { width: 20, height: 20, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0 } } })
  const clear = await get(await upload(path, await drawing.png().toBuffer()))
  assert.equal(clear.headers.get('content-type'), 'image/png')
  assert.equal((await sharp(clear.bytes).metadata()).hasAlpha, true)
})

test('the address can be used in a rule, and the same picture has the same address', async () => {
  const path = await fresh('C-use')
  const bytes = await photo({ width: 30, height: 20 }).png().toBuffer()
  const picture = await upload(path, bytes)
  assert.equal(await upload(path, bytes), picture)
  const made = await admin.post(`${path}/qa`, { ...rule, picture })
  assert.deepEqual([made.status, made.body.picture], [201, picture])
})

test('only pictures are accepted, whatever they are called', async () => {
  const path = await fresh('C-bad')
  const refused: [data: string, error: RegExp][] = [
    [
      Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>').toString('base64'),
      /^data must be a JPEG, PNG, WebP or GIF/,
    ],
    [Buffer.from('%PDF-1.7').toString('base64'), /^data must be a JPEG, PNG/],
    [
      (await photo({ width: 30, height: 20 }).png().toBuffer()).subarray(0, 60).toString('base64'),
      /^data must be a JPEG/,
    ],
    [(await bomb(60_000, 60_000)).toString('base64'), /^data must be a JPEG/],
    ['not base64!', /^data/],
    ['A'.repeat(1_000_001), /^data must be at most 1000000 characters long$/],
  ]
  for (const [data, error] of refused) {
    const { status, body } = await admin.post(`${path}/pictures`, { data })
    assert.equal(status, 400, data.slice(0, 40))
    assert.match(body.error, error)
  }
})

test('without a public https address, an upload is refused and says why', async () => {
  const local = await startTestService()
  const channel = await local.channel('C-local', { admins: ['U-admin'] })
  const data = (await photo({ width: 3, height: 2 }).png().toBuffer()).toString('base64')
  const caller = await local.caller('U-admin')
  const { status, body } = await caller.post(`/api/channels/${channel}/assistant/pictures`, { data })
  assert.equal(status, 400)
  assert.match(body.error, /once the service has a public https address.+INNKEEPER_BASE_URL/)
})

test('a picture stays while a rule or a version uses it, and is deleted a day after nothing does', async () => {
  const path = await fresh('C-gc')
  const other = await fresh('C-gc-other')
  const picture = (background: string) => photo({ width: 30, height: 20 }, { background }).png().toBuffer()
  const [unused, used, shared] = [
    await upload(path, await picture('#111111')),
    await upload(path, await picture('#222222')),
    await upload(path, await picture('#333333')),
  ]
  const files = await service.store.listFiles('', 1_000)
  for (const url of [unused, used, shared]) {
    assert.ok(files.includes(/[0-9a-f]{64}/.exec(url)?.[0] ?? ''), 'it is part of snapshots')
  }
  const { body: made } = await admin.post(`${path}/qa`, { ...rule, picture: used })
  const assistant = { format: 'innkeeper-assistant/1', rules: [{ ...rule, id: 'r_shared', picture: shared }] }
  await admin.post(`${other}/import`, { assistant })
  await dropUnused()
  assert.equal((await get(unused)).status, 200, 'someone may still be writing the rule')

  service.clock.now += day
  await dropUnused()
  const statuses = async () => [(await get(unused)).status, (await get(used)).status, (await get(shared)).status]
  assert.deepEqual(await statuses(), [404, 200, 200], 'the other channel has adopted the picture it imported')

  // The version from before the deletion can be restored, so its picture stays.
  await admin.delete(`${path}/qa/${made.id}`)
  service.clock.now += day
  await dropUnused()
  assert.deepEqual(await statuses(), [404, 200, 200])
  service.clock.now -= 2 * day
})

test('a channel can have at most 200 pictures', async () => {
  const path = await fresh('C-many')
  const picture = (height: number) => photo({ width: 50, height }).png().toBuffer()
  await upload(path, await picture(10))
  await service.environment.withSql((sql) =>
    sql.run(
      `insert into rule_pictures (channel, sha256, content_type, kept_at, checked_at)
       with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < 199)
       select p.channel, 'file ' || n, p.content_type, p.kept_at, p.checked_at from numbers, rule_pictures p
       where p.channel = (select channel from channels where channel_id = 'C-many')`,
    ),
  )
  await upload(path, await picture(10))
  const data = (await picture(11)).toString('base64')
  const { status, body } = await admin.post(`${path}/pictures`, { data })
  assert.deepEqual([status, /^A channel holds at most 200 pictures/.test(body.error)], [400, true], body.error)
})

test('a deleted channel leaves no picture', async () => {
  const path = await fresh('C-gone')
  const url = await upload(path, await photo({ width: 31, height: 20 }, { background: '#445566' }).png().toBuffer())
  const owner = await service.caller('U-owner')
  assert.equal((await get(url)).status, 200)
  const { status, text } = await owner.request('DELETE', '/api/channels/C-gone', { body: { confirm: 'Group C-gone' } })
  assert.equal(status, 200, text)
  assert.equal((await get(url)).status, 404)
})
