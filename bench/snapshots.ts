import { execFileSync } from 'node:child_process'
import { randomFillSync } from 'node:crypto'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { openBlobStore } from '../packages/server/src/adapters/fs/blob-store.ts'
import { openCommandStore } from '../packages/server/src/adapters/sqlite/open-store.ts'
import { mediaPath } from '../packages/server/src/domain/storage/data-folder.ts'
import { seedChannel } from '../packages/server/test/store/seed-channel.ts'
import { message } from '../packages/server/test/support/content/events.ts'
import { median, note, verdict } from './measuring/figures.ts'
import { rounds } from './measuring/load.ts'
import { innkeeperUnder, root } from './servers/process.ts'

// What a snapshot writes to its place when 1 % of the media are new since the last one, as a share of everything there. The first one,
// which writes all of them, takes as long as it takes, next to copying the data folder.

const mostWritten = 0.03
const gibibytes = Number(process.env.BENCH_GIBIBYTES ?? 10)
/** As a photo of a phone. */
const photoBytes = 2_500_000
const photoCount = Math.ceil((gibibytes * 2 ** 30) / photoBytes)
const newPhotos = Math.max(1, Math.round(photoCount / 100))
/** Of text between two photos. */
const textsPerPhoto = 20

const channelId = 'C-photos'
const defaults = { timezone: 'UTC', claim: 'first' } as const

export async function benchSnapshots(): Promise<boolean> {
  mkdirSync(join(root, 'bench/results'), { recursive: true })
  const work = mkdtempSync(join(root, 'bench/results/snapshots-'))
  const data = join(work, 'data')
  const place = join(work, 'place')
  try {
    mkdirSync(data, { mode: 0o700 })
    mkdirSync(place)
    const photos = openPhotos(data)
    await photos.add(photoCount)
    const snapshot = () => {
      const before = filesOf(place)
      const started = performance.now()
      innkeeperUnder({ INNKEEPER_SNAPSHOT_FOLDER: place }, 'snapshot', '--json', '--data', data)
      const seconds = (performance.now() - started) / 1000
      const after = filesOf(place)
      // Old snapshots are removed, so a difference of sizes would be too small.
      const fresh = [...after].filter(([path, { writtenAt }]) => before.get(path)?.writtenAt !== writtenAt)
      return { seconds, written: sum(fresh.map(([, { sizeBytes }]) => sizeBytes)), all: sizeOf(place) }
    }
    const copying = performance.now()
    execFileSync('cp', ['-r', data, join(work, 'copy')])
    const copySeconds = (performance.now() - copying) / 1000
    rmSync(join(work, 'copy'), { recursive: true })
    const first = snapshot()
    const later = []
    for (let round = 0; round < rounds; round++) {
      await photos.add(newPhotos)
      later.push(snapshot())
    }
    const row = (what: string, seconds: number, written: number) => ({
      what,
      s: Number(seconds.toFixed(1)),
      'MiB written': Number((written / 2 ** 20).toFixed(1)),
    })
    console.log(`\n${photoCount} photos of ${photoBytes} bytes, and ${textsPerPhoto} texts for each; ${rounds} rounds`)
    console.table([
      row('copying the data folder', copySeconds, sizeOf(data)),
      row('the first snapshot', first.seconds, first.written),
      row(
        'with 1 % more, median',
        median(later.map(({ seconds }) => seconds)),
        median(later.map(({ written }) => written)),
      ),
    ])
    note('time of the first snapshot, times that of copying', first.seconds / copySeconds)
    const share = Math.max(...later.map(({ written, all }) => written / all))
    return verdict('share of the place that a snapshot with 1 % more writes', share, mostWritten, 'most')
  } finally {
    rmSync(work, { recursive: true, force: true })
  }
}

/** A group that sends photos. */
function openPhotos(data: string): { add(count: number): Promise<void> } {
  let sent = 0
  let at = Date.parse('2026-01-01T00:00:00Z')
  return {
    async add(count) {
      const store = await openCommandStore({ dataDir: data, defaults })
      const blobs = openBlobStore(mediaPath(data))
      if (sent === 0)
        await seedChannel(store, channelId, { owner: 'U1', members: [], guests: [], subscribers: ['U1'] }, at)
      const bytes = Buffer.alloc(photoBytes)
      for (let done = 0; done < count; done++) {
        const id = `photo-${sent++}`
        const texts = Array.from({ length: textsPerPhoto }, () => message(channelId, ++at, { from: 'U1' }))
        const events = [...texts, message(channelId, ++at, { id, from: 'U1', content: { type: 'image' } })]
        await store.write<'receive-events'>({ kind: 'receive-events', platform: 'test', unread: [], at, events })
        const file = await blobs.put([randomFillSync(bytes)])
        await store.write<'store-media'>({ kind: 'store-media', at, channelId, messageId: id, ...file })
      }
      await store.close()
    },
  }
}

type File = { sizeBytes: number; writtenAt: number }

function filesOf(folder: string): Map<string, File> {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  return new Map(
    entries.map(({ parentPath, name }) => {
      const path = join(parentPath, name)
      const { size: sizeBytes, mtimeMs: writtenAt } = statSync(path)
      return [path, { sizeBytes, writtenAt }]
    }),
  )
}

const sizeOf = (folder: string) => sum(Array.from(filesOf(folder).values(), ({ sizeBytes }) => sizeBytes))
const sum = (numbers: number[]) => numbers.reduce((total, one) => total + one, 0)
