import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { PassThrough, type Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { type TestContext, test } from 'node:test'
import { promisify } from 'node:util'
import { crc32 } from 'node:zlib'
import yauzl from 'yauzl'
import { openExportZip } from '../../../../src/adapters/zip/export-zip.ts'
import type { ExportContents } from '../../../../src/domain/messages/export/manifest.ts'
import { unpackZip } from '../../../support/http/unpack-zip.ts'
import { newFolder } from '../../../support/process/process.ts'
import { isSoak } from '../../../support/soak.ts'

const filter = { from: null, to: null, sender: null, type: null, own: false, media: true }
const contents: ExportContents = {
  channelId: 'C1',
  channelName: 'Book club',
  timezone: 'UTC',
  formats: ['txt'],
  language: 'en',
  filter,
  parts: [],
  files: [],
}
const ofDay = { day: '2026-03-01', isPacked: true }

/** Reads every byte of a zip with another library than the one that wrote it, and compares the checksums. */
async function readEntries(
  path: string,
  look: (name: string, first: Buffer) => void = () => {},
): Promise<{ entries: number; bytes: number }> {
  const zip = await promisify<string, yauzl.Options, yauzl.ZipFile>(yauzl.open)(path, { lazyEntries: true })
  const open = promisify<yauzl.Entry, Readable>(zip.openReadStream.bind(zip))
  let [entries, bytes] = [0, 0]
  const read = async (entry: yauzl.Entry) => {
    let sum = 0
    let first: Buffer | undefined
    for await (const chunk of (await open(entry)) as AsyncIterable<Buffer>) {
      sum = crc32(chunk, sum)
      first ??= chunk
      bytes += chunk.length
    }
    assert.equal(sum, entry.crc32, entry.fileName)
    look(entry.fileName, first ?? Buffer.alloc(0))
    entries++
    zip.readEntry()
  }
  zip.on('entry', (entry: yauzl.Entry) => {
    read(entry).catch((error) => zip.emit('error', error))
  })
  zip.readEntry()
  await once(zip, 'end')
  return { entries, bytes }
}

/** Has another program test every byte. Takes long, so only in the long version. */
function testWithUnzip(path: string, context: TestContext): void {
  if (!isSoak) return
  const { error, status, stdout } = spawnSync('unzip', ['-tqq', path], { encoding: 'utf8' })
  if (error) context.diagnostic('unzip is not installed, so only one reader tested the file')
  else assert.equal(status, 0, stdout)
}

test('files that grow at the same time are each whole, in the order in which they were begun', async () => {
  const { sink, output } = openExportZip()
  const sent = buffer(output)
  const [first, second] = [await sink.add('txt/a.txt', ofDay), await sink.add('md/b.md', { ...ofDay, isPacked: false })]
  for (let round = 0; round < 50; round++) {
    await second.write(`second ${round}\n`.repeat(1000))
    await first.write(`first ${round}\n`.repeat(1000))
  }
  await first.close()
  await second.close()
  await sink.seal(contents)
  const files = await unpackZip(await sent)
  assert.deepEqual(Object.keys(files).sort(), ['manifest.json', 'md/b.md', 'txt/a.txt'])
  assert.ok(String(files['txt/a.txt']).startsWith('first 0\n') && String(files['txt/a.txt']).endsWith('first 49\n'))
  assert.equal(
    files['md/b.md']?.length,
    Array.from({ length: 50 }, (_, n) => `second ${n}\n`.length * 1000).reduce((a, b) => a + b),
  )
})

test('a reader who goes away ends the writing', async () => {
  const { sink, output } = openExportZip()
  const reader = new PassThrough()
  const sent = pipeline(output, reader).catch(() => 'ended')
  const file = await sink.add('txt/a.txt', ofDay)
  setImmediate(() => reader.destroy())
  await assert.rejects(async () => {
    for (;;) await file.write(Buffer.alloc(100_000))
  })
  assert.equal(await sent, 'ended')
})

test('a zip can have more files than 16 bits count', async (context) => {
  const count = 70_000
  const path = join(newFolder(), 'many.zip')
  const { sink, output } = openExportZip()
  const sent = pipeline(output, createWriteStream(path))
  for (let number = 0; number < count; number++) {
    const file = await sink.add(`media/2026-03-01 ${number}.txt`, ofDay)
    await file.write(String(number))
    await file.close()
  }
  await sink.seal(contents)
  await sent
  const { entries } = await readEntries(path, (name, content) => {
    const [, number] = /^media\/2026-03-01 (\d+)\.txt$/.exec(name) ?? []
    if (number !== undefined) assert.equal(String(content), number)
  })
  assert.equal(entries, count + 1)
  testWithUnzip(path, context)
})

// The short version only shows that the test works; 32 bits are exceeded by `npm run test:soak`.
test('a zip can be larger than 32 bits count', async (context) => {
  const path = join(newFolder(), 'large.zip')
  const { sink, output } = openExportZip()
  const sent = pipeline(output, createWriteStream(path))
  const chunk = Buffer.alloc(16 * 1024 * 1024, 7)
  const chunks = isSoak ? 330 : 3
  const large = await sink.add('media/film.mp4', ofDay)
  for (let part = 0; part < chunks; part++) await large.write(chunk)
  await large.close()
  const small = await sink.add('media/after.txt', ofDay)
  await small.write('after')
  await small.close()
  await sink.seal(contents)
  await sent
  const { entries, bytes } = await readEntries(path, (name, content) => {
    if (name === 'media/after.txt') assert.equal(String(content), 'after')
  })
  testWithUnzip(path, context)
  assert.equal(entries, 3)
  assert.ok(bytes > chunks * chunk.length)
  const file = await open(path)
  assert.ok((await file.stat()).size > chunks * chunk.length)
  await file.close()
})
