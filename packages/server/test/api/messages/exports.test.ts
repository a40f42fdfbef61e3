import assert from 'node:assert/strict'
import { hash } from 'node:crypto'
import { test } from 'node:test'
import { exportFormatNames } from '@innkeeper/contract'
import { edited, unsent } from '../../support/content/chat-events.ts'
import { message } from '../../support/content/events.ts'
import { unpackZip } from '../../support/http/unpack-zip.ts'
import { startTestService } from '../../support/test-service.ts'

const service = await startTestService()
const noon = service.clock.now
const dayMs = 86_400_000
const owner = await service.caller('U-owner')
const picture = Buffer.from('\xff\xd8\xff picture', 'latin1')

function readManifest(files: Record<string, Buffer>) {
  const [name = ''] = Object.keys(files).filter((one) => one.startsWith('manifest-'))
  return JSON.parse(String(files[name]))
}

async function openChannel(channelId: string) {
  await service.channel(channelId, { owner: 'U-owner', members: ['U-member'], subscribers: ['U-owner'] })
  const path = `/api/channels/${channelId}/backup/export`
  const plan = async (wish: object = {}, caller = owner) => {
    const answer = await caller.post(path, { formats: ['jsonl'], ...wish })
    assert.equal(answer.status, 200, answer.text)
    return answer.body
  }
  const download = async (partId: string, caller = owner) => {
    const answer = await caller.get(`${path}/${encodeURIComponent(partId)}`)
    assert.equal(answer.status, 200, answer.text)
    const files = await unpackZip(answer.bytes)
    return { files, bytes: answer.bytes, headers: answer.headers, manifest: readManifest(files) }
  }
  const records = (text: Buffer | undefined) =>
    String(text)
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line))
  return { channelId, path, plan, download, records }
}

test('an export has a part for each month, which contains the messages, their files and a manifest', async () => {
  const { channelId, plan, download, records } = await openChannel('C-parts')
  await service.receive([
    message(channelId, noon - 40 * dayMs, { id: 'p-1', name: 'Mika', content: { type: 'text', text: 'Tea?' } }),
    message(channelId, noon, { id: 'p-2', name: 'Mika', content: { type: 'image' } }),
    message(channelId, noon + 1, { id: 'p-3', name: 'Ken', content: { type: 'image' } }),
    message(channelId, noon + 2, { id: 'p-4', name: 'Ken', content: { type: 'text', text: 'teh' } }),
    edited(channelId, noon + 3, 'p-4', 'the', 'U-owner'),
  ])
  await service.storeMedia(channelId, 'p-2', picture)
  await service.storeMedia(channelId, 'p-3', picture)
  const planned = await plan({ formats: ['txt', 'jsonl'] })
  const [january, march] = planned.parts
  assert.deepEqual(
    planned.parts.map((part: { month: string; messages: number }) => [part.month, part.messages]),
    [
      ['2026-01', 1],
      ['2026-03', 3],
    ],
  )
  assert.deepEqual([planned.messages, planned.files, planned.fileBytes], [4, 2, 2 * picture.length])
  assert.ok(String((await download(january.id)).files['txt/2026-01.txt']).includes(': Tea?\n'))
  const { files, headers, manifest } = await download(march.id)
  assert.match(headers.get('content-disposition') ?? '', /Group%20C-parts%202026-03\.zip/)
  // Two messages with equal files: one file, with the name of the first.
  const media = 'media/2026-03-10 12.00 Mika.jpg'
  assert.deepEqual(Object.keys(files).sort(), [
    'jsonl/2026-03.jsonl',
    'manifest-2026-03.json',
    media,
    'txt/2026-03.txt',
  ])
  assert.deepEqual(files[media], picture)
  for (const { path, sha256, sizeBytes } of manifest.parts[0].files) {
    const bytes = files[path]
    assert.ok(bytes)
    assert.deepEqual([hash('sha256', bytes, 'hex'), bytes.length], [sha256, sizeBytes], path)
  }
  const said = records(files['jsonl/2026-03.jsonl']).filter(({ kind }) => kind === 'message')
  assert.deepEqual(
    said.map(({ id, media }) => [id, media?.path]),
    [
      ['p-2', media],
      ['p-3', media],
      ['p-4', undefined],
    ],
  )
  assert.deepEqual([said[2].content, said[2].versions.map((one: { content: string }) => one.content)], ['the', ['teh']])
})

/** What stands after the record at the end of a ZIP file. */
const commentOf = (bytes: Buffer) => String(bytes.subarray(bytes.lastIndexOf('PK\x05\x06') + 22))

/** A single page is never combined with other formats. */
const wishes = [exportFormatNames.filter((name) => name !== 'html-single'), ['html-single']]

test('two exports of the same data are equal in every byte, in all formats', async () => {
  const { channelId, plan, download } = await openChannel('C-equal')
  const texts = ['Hello', '=1+1', '<script>', 'two\nlines', '\u0000', '字'.repeat(300)]
  await service.receive(
    texts.map((text, index) =>
      message(channelId, noon + index, { name: `${text.slice(0, 20)}\u202e`, content: { type: 'text', text } }),
    ),
  )
  await service.receive([message(channelId, noon + 9, { id: 'e-1', content: { type: 'file', fileName: '..' } })])
  await service.storeMedia(channelId, 'e-1', Buffer.alloc(100_000, 7))
  const once = async () => {
    const all: Buffer[] = []
    for (const formats of wishes) all.push((await download((await plan({ formats })).parts[0].id)).bytes)
    return Buffer.concat(all)
  }
  const first = await once()
  service.clock.now += 90_000
  assert.ok(first.equals(await once()))
  await service.receive([message(channelId, noon + 10, {})])
  assert.ok(!first.equals(await once()), 'control: another message gives other bytes')
  service.clock.now = noon
})

test('very long messages, edits and replies are exported whole and in order between short ones', async () => {
  const { channelId, plan, download, records } = await openChannel('C-long')
  const lengths = [1, 32_600, 5, 100_000, 32_768, 300_000, 2]
  const texts = lengths.map((length, index) => `${index}: ${'字\n'.repeat(length / 2)}`)
  await service.receive(
    texts.map((text, index) => message(channelId, noon + index, { id: `l-${index}`, content: { type: 'text', text } })),
  )
  await service.receive([
    {
      ...message(channelId, noon + 7, { content: { type: 'text', text: 'Yes' } }),
      details: { quotedMessageId: 'l-3' },
    },
    edited(channelId, noon + 8, 'l-5', 'short now'),
  ])
  const { files } = await download((await plan()).parts[0].id)
  const said = records(files['jsonl/2026-03.jsonl']).filter(({ kind }) => kind === 'message')
  assert.deepEqual(
    said.map(({ content }) => content),
    [...texts.slice(0, 5), 'short now', texts[6], 'Yes'],
  )
  assert.deepEqual([said[5].versions[0].content, said[7].details], [texts[5], { quotedMessageId: 'l-3' }])
})

test('what is unsent or expires after the plan is left out, and counted', async () => {
  const { channelId, plan, download } = await openChannel('C-gone')
  const texts = ['stays', 'is-unsent', 'expires'] as const
  await service.receive(
    texts.map((text, index) =>
      message(channelId, text === 'expires' ? noon - 2 * dayMs : noon + index, {
        id: `g-${text}`,
        content: { type: 'text', text },
      }),
    ),
  )
  const [part] = (await plan({ formats: ['jsonl', 'md'] })).parts
  assert.equal(part.messages, 3)
  const before = await download(part.id)
  assert.equal(before.manifest.parts[0].leftOut, 0)
  assert.equal(commentOf(before.bytes), '')
  await service.receive([unsent(channelId, noon + 5, 'g-is-unsent')])
  await owner.put(`/api/channels/${channelId}/settings`, { retentionDays: 1 })
  const { files, manifest, bytes } = await download(part.id)
  assert.equal(manifest.parts[0].leftOut, 2)
  assert.equal(commentOf(bytes), '{"leftOut":2,"filesLeftOut":0}')
  for (const bytes of Object.values(files)) assert.doesNotMatch(String(bytes), /is-unsent|expires/)
  assert.match(String(files['jsonl/2026-03.jsonl']), /"stays"[\s\S]+"kind":"gap"/)
  assert.match(String(before.files['jsonl/2026-03.jsonl']), /is-unsent[\s\S]*/, 'control: it was there')
})

test('filters limit an export to days, a person and a type', async () => {
  const { channelId, plan, download, records } = await openChannel('C-filter')
  await service.receive([
    message(channelId, noon - dayMs, { id: 'f-1', from: 'U-member', content: { type: 'text', text: 'before' } }),
    message(channelId, noon, { id: 'f-2', from: 'U-member', content: { type: 'text', text: '},"type":"image"' } }),
    message(channelId, noon + 1, { id: 'f-3', from: 'U-member', content: { type: 'image' } }),
    message(channelId, noon + 2, { id: 'f-4', content: { type: 'text', text: '"sender":{"id":"U-member",' } }),
  ])
  const found = async (wish: object) => {
    const { messages, parts } = await plan(wish)
    const ids: string[] = []
    for (const { id, month } of parts) {
      const { files } = await download(id)
      const said = records(files[`jsonl/${month}.jsonl`]).filter(({ kind }) => kind === 'message')
      ids.push(...said.map((record) => record.id))
    }
    assert.equal(messages, ids.length)
    return ids
  }
  assert.deepEqual(await found({}), ['f-1', 'f-2', 'f-3', 'f-4'])
  assert.deepEqual(await found({ from: '2026-03-10' }), ['f-2', 'f-3', 'f-4'])
  assert.deepEqual(await found({ to: '2026-03-09' }), ['f-1'])
  assert.deepEqual(await found({ sender: 'U-member' }), ['f-1', 'f-2', 'f-3'])
  assert.deepEqual(await found({ sender: 'U-member', type: 'text' }), ['f-1', 'f-2'])
  assert.deepEqual(await found({ type: 'image' }), ['f-3'])
  assert.deepEqual(await found({ sender: 'U-no-one' }), [])
})

test('a channel without messages has an empty plan', async () => {
  const { plan } = await openChannel('C-empty')
  assert.deepEqual(await plan(), {
    messages: 0,
    bytes: 0,
    files: 0,
    fileBytes: 0,
    firstDay: null,
    lastDay: null,
    parts: [],
  })
})

test('a wish that contradicts itself, and a part that is not ours, are refused in words', async () => {
  const { path, plan, channelId } = await openChannel('C-refused')
  const { path: otherPath } = await openChannel('C-other')
  await service.receive([message(channelId, noon)])
  const refusal = async (body: object) => (await owner.post(path, body)).body.error
  assert.equal(
    await refusal({ formats: ['txt'], from: '2026-03-02', to: '2026-03-01' }),
    'to (2026-03-01) is before from (2026-03-02)',
  )
  assert.equal(
    await refusal({ formats: ['txt'], own: true, sender: 'U-member' }),
    'own and sender cannot be used together; send one of them',
  )
  const [part] = (await plan()).parts
  const wrong = { error: 'partId is not the id of a part of this channel; plan the export again' }
  for (const at of [`${otherPath}/${part.id}`, `${path}/${part.id.slice(0, -1)}x`, `${path}/${'x'.repeat(5000)}`]) {
    const answer = await owner.get(at)
    assert.deepEqual([answer.status, answer.body], [400, wrong], at)
  }
})
