import assert from 'node:assert/strict'
import { test } from 'node:test'
import { edited } from '../../support/content/chat-events.ts'
import { message } from '../../support/content/events.ts'
import { photo } from '../../support/content/pictures.ts'
import { unpackZip } from '../../support/http/unpack-zip.ts'
import { startTestService } from '../../support/test-service.ts'

const service = await startTestService()
const noon = service.clock.now
const dayMs = 86_400_000
const owner = await service.caller('U-owner')

async function openChannel(channelId: string) {
  await service.channel(channelId, { owner: 'U-owner', members: ['U-member'], subscribers: ['U-owner'] })
  const path = `/api/channels/${channelId}/backup`
  const dayOf = (date = '2026-03-10', caller = owner) => caller.get(`${path}/day?date=${date}`)
  const say = (at: number, text: string, id?: string) =>
    service.receive([message(channelId, at, { ...(id && { id }), name: 'Mika', content: { type: 'text', text } })])
  return { channelId, path, dayOf, say }
}

test('a day is one readable file: its messages and photos, and nothing of other days', async () => {
  const { channelId, path, dayOf, say } = await openChannel('C-day')
  await say(noon - dayMs, 'The day before')
  await say(noon, 'Tea at four?', 'd-1')
  await say(noon + dayMs, 'The day after')
  await service.receive([
    edited(channelId, noon + 1, 'd-1', 'Tea at five?', 'U-owner'),
    message(channelId, noon + 2, { id: 'd-2', name: 'Ken', content: { type: 'image' } }),
  ])
  await service.storeMedia(channelId, 'd-2', await photo({ width: 60, height: 40 }).jpeg().toBuffer())
  const { status, headers, text } = await dayOf()
  assert.equal(status, 200)
  assert.equal(headers.get('content-type'), 'text/html; charset=utf-8')
  assert.match(headers.get('content-disposition') ?? '', /^attachment; .*Group%20C-day%202026-03-10\.html/)
  assert.match(headers.get('content-security-policy') ?? '', /default-src 'none'.*sandbox/)
  assert.match(text, /^<!doctype html>[\s\S]*<\/html>\n$/)
  for (const shown of ['Tuesday', '10 March 2026', 'Tea at five?', 'Tea at four?', 'src="data:image/'])
    assert.ok(text.includes(shown), shown)
  assert.doesNotMatch(text, /The day before|The day after/)
  assert.match((await owner.get(`${path}/day`)).text, /Tea at five/, 'without a date, it is today')
})

test('the page is the one that an export of that day contains', async () => {
  const { path, dayOf, say } = await openChannel('C-same')
  await say(noon, 'The same in both')
  const wish = { formats: ['html-single'], from: '2026-03-10', to: '2026-03-10' }
  const { parts } = (await owner.post(`${path}/export`, wish)).body
  const zip = await owner.get(`${path}/export/${encodeURIComponent(parts[0].id)}`)
  assert.equal(String((await unpackZip(zip.bytes))['messages.html']), (await dayOf()).text)
})

test('a day without messages is a small page that says so, also as a part of an export', async () => {
  const { path, dayOf, say } = await openChannel('C-quiet')
  const check = async (date: string) => {
    const { status, text } = await dayOf(date)
    assert.equal(status, 200)
    assert.match(text, /No messages[\s\S]*<\/html>\n$/)
    assert.ok(text.length < 20_000, String(text.length))
  }
  await check('2026-01-05')
  await say(noon, 'Not on that day')
  await check('2026-02-01')
  const wish = { formats: ['html-single'], from: '2026-02-01', to: '2026-02-02' }
  const { parts, messages } = (await owner.post(`${path}/export`, wish)).body
  assert.deepEqual([parts.length, messages], [1, 0])
  const zip = await owner.get(`${path}/export/${encodeURIComponent(parts[0].id)}`)
  const files = await unpackZip(zip.bytes)
  assert.deepEqual(Object.keys(files).toSorted(), ['manifest-2026-02.json', 'messages.html'])
  assert.match(String(files['messages.html']), /No messages/)
})

test('photos that make a page too large are left out, and the page says how many', async () => {
  const { channelId, dayOf } = await openChannel('C-photos')
  // A damaged photo can't be made smaller, so it's shown as it is, up to 1 MB.
  const bytes = Buffer.alloc(1_000_000, '\xff\xd8\xff picture', 'latin1')
  for (let index = 0; index < 22; index++) {
    const id = `p-${index}`
    await service.receive([message(channelId, noon + index, { id, content: { type: 'image' } })])
    // Different bytes, so that they are different files.
    bytes.writeUInt32BE(index, bytes.length - 4)
    await service.storeMedia(channelId, id, bytes)
  }
  const { status, text } = await dayOf()
  assert.equal(status, 200)
  assert.match(text, /<\/html>\n$/, 'the page is whole')
  const shown = text.split('src="data:image/').length - 1
  assert.ok(shown > 15 && shown < 22, `${shown} photos`)
  assert.ok(text.includes(`because this page would be too large: ${22 - shown}.`))
  assert.ok(text.length < 25_000_000, String(text.length))
})

test('only subscribers download a day, and see only what they can read', async () => {
  const { dayOf, say, channelId } = await openChannel('C-rights')
  await say(noon, 'secret of the day')
  const member = await service.caller('U-member')
  const refused = await dayOf('2026-03-10', member)
  assert.deepEqual([refused.status, refused.body.error], [403, 'Not a subscriber'])
  await service.subscribe(channelId, 'U-member')
  assert.match((await dayOf('2026-03-10', member)).text, /secret of the day/, 'control: with a subscription')
})

test('a day with too many messages for a page is refused before anything is sent', async () => {
  const { dayOf, say } = await openChannel('C-huge')
  // Spaces, because indexing words for the search would take long.
  for (const at of [1, 2, 3]) await say(noon + at, ' '.repeat(9_000_000))
  const { status, body } = await dayOf()
  const sentence =
    'html-single makes one page of at most 25 MB, and the messages alone are larger; choose html, or fewer days'
  assert.deepEqual([status, body.error], [400, sentence])
  assert.equal((await dayOf('2026-03-09')).status, 200, 'control: another day')
})
