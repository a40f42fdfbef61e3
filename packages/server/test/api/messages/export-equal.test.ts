import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { message } from '../../support/content/events.ts'
import { photo } from '../../support/content/pictures.ts'
import { until } from '../../support/eventually.ts'
import { readTree } from '../../support/exported-channel.ts'
import { newFastFolder } from '../../support/folder.ts'
import { unpackZip } from '../../support/http/unpack-zip.ts'
import { innkeeper } from '../../support/process/process.ts'
import { startTestService } from '../../support/test-service.ts'

const service = await startTestService()
const noon = service.clock.now
const dayMs = 86_400_000
const channelId = 'C-both'
const owner = await service.caller('U-owner')
const path = `/api/channels/${channelId}/backup`

await service.channel(channelId, { owner: 'U-owner', subscribers: ['U-owner'] })
for (const [index, at] of [noon - 40 * dayMs, noon, noon + 1].entries()) {
  const [image, file] = [`photo-${index}`, `file-${index}`]
  await service.receive([
    message(channelId, at, { name: 'Mika', content: { type: 'text', text: `こんにちは ${index}` } }),
    message(channelId, at + 10, { id: image, name: 'Mika', content: { type: 'image' } }),
    message(channelId, at + 20, { id: file, name: 'Ken', content: { type: 'file', fileName: 'plan.pdf' } }),
  ])
  await service.storeMedia(
    channelId,
    image,
    await photo({ width: 90 + index, height: 60 })
      .jpeg()
      .toBuffer(),
  )
  await service.storeMedia(channelId, file, Buffer.from('%PDF-1.7'))
}
// From then on, exports don't depend on a job any more.
await until(async () => {
  const { items } = (await owner.get(`${path}/gallery`)).body
  return items.filter(({ preview }: { preview: object | null }) => preview !== null).length === 3
}, 'previews are made')

/** All parts of the API unpacked into one folder. */
async function download(formats: readonly string[]): Promise<Record<string, string>> {
  const folder: Record<string, string> = {}
  for (const { id } of (await owner.post(`${path}/export`, { formats })).body.parts) {
    const { status, bytes } = await owner.get(`${path}/export/${encodeURIComponent(id)}`)
    assert.equal(status, 200)
    for (const [name, content] of Object.entries(await unpackZip(bytes))) {
      const known = folder[name]
      // The manifest of each part lists its own files.
      if (known !== undefined && name !== 'manifest.json') assert.equal(content.toString('latin1'), known, name)
      folder[name] = content.toString('latin1')
    }
  }
  return folder
}

async function runCommand(formats: readonly string[]): Promise<Record<string, string>> {
  const out = join(newFastFolder(), 'out')
  const words = ['export', channelId, '--format', formats.join(','), '--out', out]
  const { code, stderr } = await innkeeper(words, { env: service.environment.env })
  assert.deepEqual([code, stderr], [0, ''])
  return readTree(out)
}

const listed = (files: Record<string, string>) => Object.keys(files).filter((name) => name !== 'manifest.json')

for (const formats of [['jsonl', 'csv', 'txt', 'md', 'line', 'transcript'], ['html'], ['html-single']]) {
  test(`the parts of the API and the folder of the command have the same files: ${formats}`, async () => {
    const [downloaded, written] = [await download(formats), await runCommand(formats)]
    assert.deepEqual(listed(downloaded).toSorted(), listed(written).toSorted())
    for (const name of listed(written)) {
      // The last part refers to the pages about what is missing, instead of listing it.
      if (name !== 'index.html') assert.ok(downloaded[name] === written[name], name)
    }
    const texts = Object.values(written).join('\n')
    assert.ok(texts.includes('plan.pdf'), 'control: there is something to compare')
    if (formats.includes('html')) assert.equal(listed(written).filter((name) => name.startsWith('previews/')).length, 3)
    if (formats.includes('html-single')) assert.ok(texts.includes('data:image/webp;base64,'))
    else assert.equal(listed(written).filter((name) => name.endsWith('.jpg')).length, 3)
  })
}
