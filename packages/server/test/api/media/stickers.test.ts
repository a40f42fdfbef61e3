import assert from 'node:assert/strict'
import { test } from 'node:test'
import { eventually } from '../../support/eventually.ts'
import { startLineTestService } from '../../support/line/line.ts'

const { service, line } = await startLineTestService()
const mai = line.addUser({ displayName: 'Mai' })
const family = line.addGroup({ name: 'Family', members: [mai] })
await family.invite()
await family.say(mai, '/claim')
await service.subscribe(family.groupId, mai.userId)
const owner = await service.caller(mai.userId)
const path = `/api/channels/${family.groupId}/backup`

type Shown = { id: string; type: string; sticker: { url: string; width: number; height: number } | null }

async function timeline(): Promise<Shown[]> {
  return (await owner.get(`${path}/timeline`)).body.items.filter(({ type }: Shown) => type === 'sticker')
}

const asked = () => line.requests.filter((one) => one.path.startsWith('/stickershop/'))

test('a sticker is shown as a picture that needs no key and can be cached forever', async () => {
  await family.say(mai, { type: 'sticker', packageId: '446', stickerId: '1988' })
  await family.say(mai, { type: 'sticker', packageId: '446', stickerId: '1988' })
  const shown = await eventually(timeline, (items) => items.length === 2 && items.every(({ sticker }) => sticker))
  const [first, second] = shown
  assert.ok(first?.sticker && first.sticker.width > 0 && first.sticker.height > 0)
  assert.deepEqual(second?.sticker, first.sticker)
  await eventually(
    async () => (await owner.get(`${path}/search?q=type:sticker`)).body.hits,
    (hits: { item: Shown }[]) => hits.length === 2 && hits[0]?.item.sticker?.url === first.sticker?.url,
  )
  assert.equal((await owner.put(`${path}/bookmarks/${first.id}`, { note: '' })).status, 200)
  const { bookmarks } = (await owner.get(`${path}/bookmarks`)).body
  assert.deepEqual(bookmarks[0].message.sticker, first.sticker)
  const { pathname, origin } = new URL(first.sticker.url)
  assert.equal(origin, service.url)
  const picture = await service.callerWith(undefined).get(pathname)
  assert.equal(picture.status, 200)
  assert.equal(picture.headers.get('content-type'), 'image/webp')
  assert.equal(picture.headers.get('cache-control'), 'public, max-age=31536000, immutable')
  assert.equal(picture.headers.get('x-content-type-options'), 'nosniff')
  assert.equal(picture.bytes.toString('latin1', 8, 12), 'WEBP')
  assert.equal(asked().length, 1, 'fetched once')
})

test('the message itself has the numbers only, as documented', async () => {
  const [{ id }] = (await timeline()) as [Shown]
  const message = (await owner.get(`${path}/messages/${id}`)).body
  assert.deepEqual(Object.keys(message).sort(), ['id', 'packageId', 'sender', 'stickerId', 'timestamp', 'type'])
})

test('a sticker that the platform does not have stays a number, and holds up nothing', async () => {
  const { messageId } = await family.say(mai, { type: 'sticker', packageId: '1', stickerId: '999999999' })
  await eventually(
    async () => asked(),
    (requests) => requests.some(({ path, status }) => path.includes('999999999') && status === 404),
  )
  const shown = (await timeline()).find(({ id }) => id === messageId)
  assert.equal(shown?.sticker, null)
})
