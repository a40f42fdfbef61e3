import assert from 'node:assert/strict'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { before, describe, test } from 'node:test'
import { botAdded, botRemoved } from '../../support/content/chat-events.ts'
import { message } from '../../support/content/events.ts'
import { photo } from '../../support/content/pictures.ts'
import { until } from '../../support/eventually.ts'
import { readTree } from '../../support/exported-channel.ts'
import { newFastFolder } from '../../support/folder.ts'
import { unpackZip } from '../../support/http/unpack-zip.ts'
import { zipOf } from '../../support/imports/zip-of.ts'
import { innkeeper } from '../../support/process/process.ts'
import { startTestService } from '../../support/test-service.ts'

const service = await startTestService()
const noon = service.clock.now
const dayMs = 86_400_000
const channelId = 'C-both'
const owner = await service.caller('U-owner')
const path = `/api/channels/${channelId}/backup`

// The channel is older than its messages. What its platform tells about an earlier time is old news.
service.clock.now = noon - 41 * dayMs
await service.channel(channelId, { owner: 'U-owner', subscribers: ['U-owner'] })
service.clock.now = noon
const away = noon - 40 * dayMs + 3_600_000
for (const [index, at] of [noon - 40 * dayMs, noon, noon + 1].entries()) {
  const [image, file] = [`photo-${index}`, `file-${index}`]
  if (index === 1) await service.receive([botRemoved(channelId, away), botAdded(channelId, away + 60_000)])
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
      assert.ok(!(name in folder), `${name} is in one part only`)
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

const listed = (files: Record<string, string>) => Object.keys(files).filter((name) => !name.startsWith('manifest'))

for (const formats of [['jsonl', 'csv', 'txt', 'md', 'line', 'transcript'], ['html'], ['html-single']]) {
  test(`the parts of the API and the folder of the command have the same files: ${formats}`, async () => {
    const [downloaded, written] = [await download(formats), await runCommand(formats)]
    assert.deepEqual(listed(downloaded).toSorted(), listed(written).toSorted())
    for (const name of listed(written)) assert.ok(downloaded[name] === written[name], name)
    const texts = Object.values(written).join('\n')
    assert.ok(texts.includes('plan.pdf'), 'control: there is something to compare')
    if (formats.includes('html')) {
      const index = Buffer.from(written['index.html'] ?? '', 'latin1').toString()
      assert.match(index, /Innkeeper wasn’t in the chat\. <a href="pages\/2026-01\.html/)
    }
    if (formats.includes('html')) assert.equal(listed(written).filter((name) => name.startsWith('previews/')).length, 3)
    if (formats.includes('html-single')) assert.ok(texts.includes('data:image/webp;base64,'))
    else assert.equal(listed(written).filter((name) => name.endsWith('.jpg')).length, 3)
  })
}

describe('innkeeper verify', () => {
  const folder = newFastFolder()
  const zips: string[] = []
  const verify = async (path: string) => {
    const { code, stdout, stderr } = await innkeeper(['verify', path])
    return `${code} ${stdout}${stderr}`
  }
  const flip = (path: string, at: number) => {
    const bytes = readFileSync(path)
    bytes[at] = (bytes[at] ?? 0) ^ 1
    writeFileSync(path, bytes)
  }
  const unpack = async (zip: string, into: string) => {
    for (const [name, content] of Object.entries(await unpackZip(readFileSync(zip)))) {
      mkdirSync(dirname(join(into, name)), { recursive: true })
      writeFileSync(join(into, name), content)
    }
  }
  before(async () => {
    for (const { id, month } of (await owner.post(`${path}/export`, { formats: ['jsonl', 'html'] })).body.parts) {
      const zip = join(folder, `${month}.zip`)
      writeFileSync(zip, (await owner.get(`${path}/export/${encodeURIComponent(id)}`)).bytes)
      zips.push(zip)
    }
  })

  test('finds all parts intact that were unpacked into one folder, and names what differs in any of them', async () => {
    const all = join(folder, 'all')
    for (const zip of zips) await unpack(zip, all)
    assert.match(await verify(all), /^0 .+ is intact: an export of C-both with 9 messages, /)
    for (const name of ['jsonl/2026-01.jsonl', 'pages/2026-03.html', 'index.html']) {
      flip(join(all, name), 300)
      assert.ok((await verify(all)).startsWith(`1 ${name} is damaged: its SHA-256 is `), name)
      flip(join(all, name), 300)
    }
    flip(join(all, 'manifest-2026-01.json'), 300)
    assert.match(await verify(all), /^1 manifest-2026-01\.json is damaged: /)
    flip(join(all, 'manifest-2026-01.json'), 300)
    rmSync(join(all, 'search/2026-01.js'))
    assert.match(await verify(all), /^1 search\/2026-01\.js is missing; a file of \d+ bytes was expected\./)
  })

  test('says which month was not unpacked', async () => {
    const [first = '', last = ''] = zips
    const [withoutFirst, withoutLast] = [join(folder, 'without-first'), join(folder, 'without-last')]
    await unpack(last, withoutFirst)
    assert.match(await verify(withoutFirst), /^1 The month 2026-01 of this export is missing\. Unpack its ZIP file/)
    await unpack(first, withoutLast)
    assert.match(await verify(withoutLast), /^1 The last month of this export is missing\. Unpack its ZIP file/)
  })

  test('finds a ZIP file intact as it was downloaded, and names what differs in it', async () => {
    const [zip = ''] = zips
    assert.match(await verify(zip), /^0 .+2026-01\.zip is intact: an export of C-both with 3 messages, /)
    const media = readFileSync(zip).indexOf('%PDF-1.7')
    flip(zip, media)
    assert.match(await verify(zip), /^1 media\/.+plan\.pdf is damaged: /)
    flip(zip, media)
    writeFileSync(join(folder, 'short.zip'), readFileSync(zip).subarray(0, -40))
    assert.match(
      await verify(join(folder, 'short.zip')),
      /^1 .+short\.zip can't be read as a ZIP file \(.+Download it again\./,
    )
    writeFileSync(join(folder, 'other.zip'), await zipOf([{ path: 'letter.txt', content: 'mine' }]))
    assert.match(
      await verify(join(folder, 'other.zip')),
      /^1 .+other\.zip is not an export: no manifest of Innkeeper is in it\./,
    )
  })
})
