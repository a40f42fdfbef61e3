import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { ExportFormatName } from '@innkeeper/contract'
import { accessAs } from '../../../src/actions/access.ts'
import { exportPart } from '../../../src/actions/messages/export/export-parts.ts'
import type { ExportSink } from '../../../src/ports/export-sink.ts'
import { unsent } from '../../support/content/chat-events.ts'
import { message } from '../../support/content/events.ts'
import { photo } from '../../support/content/pictures.ts'
import { unpackZip } from '../../support/http/unpack-zip.ts'
import { startTestService } from '../../support/test-service.ts'

const service = await startTestService()
const noon = service.clock.now
const owner = await service.caller('U-owner')
const dayMs = 86_400_000
const clock = () => service.clock.now
const { store, blobs } = service
const deps = { store, blobs, clock, retentionCeilingDays: null, pause: nextTurn, examine: 100 }

/** A slow reader: only the first of the files that grow is read. Counts what the others hold of a part. */
function countingSink(growsSeveral: boolean): { sink: ExportSink; waiting(): number } {
  const growing: { bytes: number }[] = []
  let most = 0
  const add: ExportSink['add'] = async (path) => {
    const file = { bytes: 0 }
    const sum = createHash('sha256')
    const isOfPart = path.includes('2026-03')
    if (isOfPart) growing.push(file)
    return {
      async write(bytes) {
        sum.update(bytes)
        if (growing[0] !== file) file.bytes += bytes.length
        most = Math.max(most, ...growing.map((one) => one.bytes))
      },
      sha256: () => '',
      async close() {
        if (isOfPart) growing.splice(growing.indexOf(file), 1)
        if (growing[0]) growing[0].bytes = 0
        return { path, sizeBytes: 0, sha256: sum.digest('hex') }
      },
    }
  }
  return { sink: { growsSeveral, add, seal: async () => {}, abandon: () => {} }, waiting: () => most }
}

/** A channel with messages in two months, and a photo in the second. */
async function openChannel(channelId: string) {
  await service.channel(channelId, { owner: 'U-owner', subscribers: ['U-owner'] })
  await service.receive([
    message(channelId, noon - 40 * dayMs, {
      id: `${channelId}-tea`,
      name: 'Mika',
      content: { type: 'text', text: 'Tea in January?' },
    }),
    message(channelId, noon, { name: 'Mika', content: { type: 'text', text: 'Coffee in March' } }),
    message(channelId, noon + 1, { id: `${channelId}-photo`, name: 'Mika', content: { type: 'image' } }),
  ])
  await service.storeMedia(channelId, `${channelId}-photo`, await photo({ width: 60, height: 40 }).jpeg().toBuffer())
  const path = `/api/channels/${channelId}/backup/export`
  const plan = (wish: object) => owner.post(path, wish)
  const download = async ({ id }: { id: string }) => {
    const answer = await owner.get(`${path}/${encodeURIComponent(id)}`)
    assert.equal(answer.status, 200, answer.text)
    return await unpackZip(answer.bytes)
  }
  return { plan, download }
}

test('parts unpacked into one folder are complete pages, and no file is in two of them', async () => {
  const { plan, download } = await openChannel('C-pages')
  const { body } = await plan({ formats: ['html'] })
  const parts: Record<string, Buffer>[] = []
  for (const part of body.parts) parts.push(await download(part))
  // Whether there is a preview already depends on a job.
  const isElsewhere = (name: string) => name.startsWith('previews/')
  const names = parts.flatMap((files) => Object.keys(files)).filter((name) => !isElsewhere(name))
  assert.deepEqual(names.toSorted(), [
    'READ ME FIRST.txt',
    'app.js',
    'index.html',
    'manifest-2026-01.json',
    'manifest-2026-03.json',
    'media/2026-03-10 12.00 Mika.jpg',
    'pages/2026-01.html',
    'pages/2026-03.html',
    'search/2026-01.js',
    'search/2026-03.js',
    'search/months.js',
    'style.css',
  ])
  const folder: Record<string, Buffer> = Object.assign({}, ...parts)
  const read = (name: string) => String(folder[name])
  assert.ok(read('index.html').includes('href="pages/2026-01.html"') && read('index.html').includes('March 2026'))
  assert.ok(read('index.html').includes('No gaps are known.'))
  assert.equal(read('search/months.js'), 'listMonths(["2026-01","2026-03"])\n')
  assert.ok(read('pages/2026-01.html').includes('Tea in January?'))
  assert.ok(read('pages/2026-03.html').includes('href="../media/2026-03-10%2012.00%20Mika.jpg"'))
  const manifest = JSON.parse(read('manifest-2026-03.json'))
  assert.ok(manifest.files.some(({ path }: { path: string }) => path === 'index.html'))
})

test('the first page counts what was unsent in months that were downloaded before, and links only to planned months', async () => {
  const { plan, download } = await openChannel('C-gone-since')
  const { body } = await plan({ formats: ['html'] })
  const [first, last] = body.parts
  assert.doesNotMatch(String((await download(last))['index.html']), /since this export started/, 'control')
  const before = await download(first)
  await service.receive([
    unsent('C-gone-since', noon + 5, 'C-gone-since-tea'),
    message('C-gone-since', noon - 40 * dayMs + 1, { content: { type: 'text', text: 'arrived late' } }),
    message('C-gone-since', noon - 20 * dayMs, { content: { type: 'text', text: 'arrived late, too' } }),
  ])
  const index = String((await download(last))['index.html'])
  assert.match(index, /Messages unsent or expired since this export started: 1\./)
  assert.ok(index.includes('href="pages/2026-01.html"') && !index.includes('2026-02.html'))
  assert.ok(String(before['pages/2026-01.html']).includes('Tea in January?'), 'it was downloaded before')
})

test('pages that are sent while they are made never wait in memory for the file before', async () => {
  const { plan } = await openChannel('C-waiting')
  const long = 'x'.repeat(100_000)
  const texts = Array.from({ length: 70 }, (_, index) =>
    message('C-waiting', noon + 10 + index, { content: { type: 'text', text: `${index} ${long}` } }),
  )
  await service.receive(texts)
  const [, march] = (await plan({ formats: ['html', 'jsonl', 'txt'] })).body.parts
  assert.equal(march.messages, 72)
  const mostWaiting = async (growsSeveral: boolean) => {
    const grant = await accessAs({ store: service.store, clock }, 'C-waiting', { userId: 'U-owner', subscriber: true })
    const renew = async () => grant
    const part = await exportPart({ ...deps, examine: 10 }, grant, march.id, renew)
    const { sink, waiting } = countingSink(growsSeveral)
    await part.write(sink)
    return waiting()
  }
  assert.equal(await mostWaiting(false), 0)
  assert.ok((await mostWaiting(true)) > 3_000_000, 'control: formats that grow at once wait for each other')
})

test('several formats of a month are made in one pass over its messages, unless they are too much to keep in memory', async () => {
  const channelId = 'C-passes'
  const { plan } = await openChannel(channelId)
  const countPasses = async (...formats: ExportFormatName[]) => {
    let passes = 0
    const readForExport: typeof store.readForExport = (channelNo, look) => {
      if (look.after === undefined) passes++
      return store.readForExport(channelNo, look)
    }
    const grant = await accessAs({ store, clock }, channelId, { userId: 'U-owner', subscriber: true })
    const march = (await plan({ formats })).body.parts.at(-1)
    const part = await exportPart({ ...deps, store: { ...store, readForExport } }, grant, march.id, async () => grant)
    passes = 0
    await part.write(countingSink(false).sink)
    return passes
  }
  const pages = await countPasses('html')
  assert.deepEqual([await countPasses('csv'), await countPasses('jsonl', 'csv', 'txt', 'md')], [1, 1])
  assert.equal(await countPasses('html', 'jsonl', 'csv', 'txt'), pages + 1)
  const long = 'x'.repeat(100_000)
  await service.receive(
    Array.from({ length: 30 }, (_, index) =>
      message(channelId, noon + 10 + index, { content: { type: 'text', text: `${index} ${long}` } }),
    ),
  )
  assert.equal(await countPasses('jsonl', 'csv', 'txt'), 3, 'control: together they are too large')
})

test('a single page holds all months and its photos, and nothing else is exported with it', async () => {
  const { plan, download } = await openChannel('C-single')
  const { parts } = (await plan({ formats: ['html-single'] })).body
  assert.equal(parts.length, 1)
  assert.deepEqual([parts[0].from, parts[0].messages], ['2026-01-01', 3])
  const files = await download(parts[0])
  assert.deepEqual(Object.keys(files).toSorted(), ['manifest-2026-01.json', 'messages.html'])
  const page = String(files['messages.html'])
  assert.ok(page.includes('Tea in January?') && page.includes('Coffee in March'))
  assert.match(page, /<img [^>]*src="data:image\/(?:jpeg|webp);base64,[\w+/]+=*"/)
  const { parts: without } = (await plan({ formats: ['html-single'], media: false })).body
  assert.ok(!String((await download(without[0]))['messages.html']).includes('data:image/'))
})

test('a single page is refused together with other formats, and for more than 25 MB of messages', async () => {
  const { plan } = await openChannel('C-refused')
  const combined = await plan({ formats: ['html', 'html-single'] })
  assert.deepEqual(
    [combined.status, combined.body.error],
    [400, "html-single can't be combined with other formats; export it on its own"],
  )
  // Spaces, because indexing words for the search would take long.
  // Spaces, because indexing words for the search would take long.
  const long = ' '.repeat(9_000_000)
  for (const at of [10, 11, 12]) {
    await service.receive([message('C-refused', noon + at, { content: { type: 'text', text: long } })])
  }
  const { status, body } = await plan({ formats: ['html-single'] })
  assert.deepEqual(
    [status, body.error],
    [400, 'html-single makes one page of at most 25 MB, and the messages alone are larger; choose html, or fewer days'],
  )
  assert.equal((await plan({ formats: ['html-single'], to: '2026-03-01' })).status, 200, 'control: fewer days fit')
})
