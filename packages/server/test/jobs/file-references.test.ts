import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { FileRef } from '../../src/ports/connector.ts'
import { joined, unsent } from '../support/content/chat-events.ts'
import { message } from '../support/content/events.ts'
import { photo } from '../support/content/pictures.ts'
import { openJobHarness } from './job-harness.ts'
import { png, ready } from './scripted-platform.ts'

async function openGroup() {
  const harness = await openJobHarness()
  await harness.channel('C1', { owner: 'U1', subscribers: ['U1'] })
  harness.start({ makePreview: async (bytes) => ({ bytes, width: 30, height: 20 }) })
  const send = (id: string, file: FileRef, type: 'video' | 'image' = 'video') =>
    harness.receive({ ...message('C1', harness.clock.now, { id, from: 'U1', name: 'Una', content: { type } }), file })
  const find = (id: string) => harness.store.findMedia(1, id)
  return { harness, platform: harness.platform, send, find }
}

test('a file and its preview are fetched by the references that came with the message', async () => {
  const { harness, platform, send, find } = await openGroup()
  const bytes = Buffer.from('film')
  const still = await photo({ width: 30, height: 20 }).png().toBuffer()
  const file = { ref: 'film-1', previewRef: 'still-1', sizeBytes: bytes.length, contentType: 'video/mp4' }
  platform.files.set('m1', () => ready([bytes], bytes.length))
  platform.previews.set('still-1', () => ready([still], still.length))
  await send('m1', file)
  await harness.allDone()
  const found = await find('m1')
  assert.equal(found?.state, 'stored')
  assert.equal(found?.state === 'stored' && found.preview.state, 'stored')
  const asked = { channel: { channelId: 'C1', type: 'group' }, messageId: 'm1', type: 'video', file }
  assert.deepEqual(platform.opened, [asked, asked], 'the file, then its preview')
})

test('a reference is deleted with its message, before and after the file has arrived', async () => {
  const { harness, platform, send, find } = await openGroup()
  platform.files.set('m1', () => ready([Buffer.from('one')]))
  await send('m1', { ref: 'secret-reference-one' })
  await harness.allDone()
  await send('m2', { ref: 'secret-reference-two' })
  await harness.allDone()
  assert.equal((await find('m2'))?.file?.ref, 'secret-reference-two', 'control')
  await harness.receive(unsent('C1', harness.clock.now, 'm1'), unsent('C1', harness.clock.now, 'm2'))
  assert.deepEqual([await find('m1'), await find('m2')], [undefined, undefined])
  await harness.allDone()
  assert.deepEqual(
    platform.opened.map(({ file }) => file?.ref),
    ['secret-reference-one', 'secret-reference-one', 'secret-reference-two'],
    'and nothing asks for it any more',
  )
})

test('a file that is known to be too large is lost without asking, with a reason that helps', async () => {
  const { harness, platform, send, find } = await openGroup()
  const { abilities } = platform.connector.description
  abilities.fileLimitBytes = 20 * 1024 * 1024
  await send('m-platform', { ref: 'a', sizeBytes: 20 * 1024 * 1024 + 1 })
  await send('m-fits', { ref: 'b', sizeBytes: 3 })
  platform.files.set('m-fits', () => ready([Buffer.from('abc')]))
  await harness.allDone()
  const lost = await find('m-platform')
  assert.equal(
    lost?.state === 'lost' && lost.reason,
    'the file is larger than the 20 MiB that the platform lets bots download; save it from the chat itself',
  )
  assert.equal((await find('m-fits'))?.state, 'stored')
  assert.ok(!platform.opened.some(({ messageId }) => messageId === 'm-platform'))
  abilities.fileLimitBytes = null
  await send('m-ours', { ref: 'c', sizeBytes: 10 * 1024 * 1024 * 1024 })
  await harness.allDone()
  const ours = await find('m-ours')
  assert.match((ours?.state === 'lost' && ours.reason) || '', /^the file is larger than the limit of \d+ MiB$/)
  assert.ok(!platform.opened.some(({ messageId }) => messageId === 'm-ours'))
})

test('a file that is smaller than the platform said is fetched again', async () => {
  const { harness, platform, send, find } = await openGroup()
  let tries = 0
  platform.files.set('m1', () => ready([Buffer.from(++tries === 1 ? 'ha' : 'half')]))
  await send('m1', { ref: 'a', sizeBytes: 4 })
  await harness.until(() => harness.outcomes.length > 0)
  assert.equal((await find('m1'))?.state, 'pending')
  harness.clock.now += 60_000
  await harness.allDone()
  const found = await find('m1')
  assert.equal(found?.state === 'stored' && found.sizeBytes, 4)
})

test('the picture of a profile has an identity of its own: another reference to the same one is not fetched', async () => {
  const { harness, platform } = await openGroup()
  const look = async (id: string, ref: string) => {
    platform.profiles.set('C1', { name: 'Book club', picture: { id, ref } })
    await harness.receive(joined('C1', harness.clock.now, `U-${ref}`))
    await harness.allDone()
  }
  for (const ref of ['ref-1', 'ref-2', 'ref-3']) platform.pictures.set(ref, png(ref))
  const fetched = () => platform.asked.filter((one) => one.startsWith('ref-'))
  await look('picture-a', 'ref-1')
  await look('picture-a', 'ref-2')
  assert.deepEqual(fetched(), ['ref-1'])
  await look('picture-b', 'ref-3')
  assert.deepEqual(fetched(), ['ref-1', 'ref-3'])
})
