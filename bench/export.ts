import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { accessAs } from '../packages/server/src/actions/access.ts'
import { exportToFolder, messagesInSlice } from '../packages/server/src/actions/messages/export/export-folder.ts'
import { receiveEvents } from '../packages/server/src/actions/messages/receive-events.ts'
import { openBlobStore } from '../packages/server/src/adapters/fs/blob-store.ts'
import { openExportFolder } from '../packages/server/src/adapters/fs/exports/export-folder.ts'
import { openCommandStore as openOnPostgres } from '../packages/server/src/adapters/postgres/open-store.ts'
import { earliestMessages } from '../packages/server/src/adapters/sql/messages/stored-messages.ts'
import { openForReading } from '../packages/server/src/adapters/sqlite/open-database.ts'
import { openCommandStore } from '../packages/server/src/adapters/sqlite/open-store.ts'
import { startExportRenderers } from '../packages/server/src/app/threads/export-renderers.ts'
import { readConfig } from '../packages/server/src/config/config.ts'
import type { ExportWish } from '../packages/server/src/domain/messages/export/manifest.ts'
import { mediaPath } from '../packages/server/src/domain/storage/data-folder.ts'
import type { Store } from '../packages/server/src/ports/store.ts'
import { message } from '../packages/server/test/support/content/events.ts'
import { downloadBesideIngest, downloadLargeMonth } from './export/beside-ingest.ts'
import { startCpuMeter } from './measuring/cpu-time.ts'
import { median, medianRatio, verdict } from './measuring/figures.ts'
import { messagesOr, rounds } from './measuring/load.ts'
import { channelIdOf, openEmbedded, openServer, owner, pidOf, type SeededStore } from './scale/stores.ts'
import { root } from './servers/process.ts'

// A channel as JSON lines in a folder, against reading its rows and nothing else, and what bringing it up to date costs. Then the same
// through a service, while events arrive.

const bounds = { ofWalk: 0.5, rssMb: 150, ofFull: 0.05, ofSqlite: 1.5 }
const seeded: SeededStore = { name: 'export', channels: 1, messages: messagesOr(1_000_000), isIndexed: false }
const channelId = channelIdOf(0)
const defaults = { timezone: 'UTC', claim: 'first' } as const

type Round = { seconds: number; cpuMicros: number; rssMb: number }

export async function benchExport(): Promise<boolean> {
  mkdirSync(join(root, 'bench/results'), { recursive: true })
  const work = mkdtempSync(join(root, 'bench/results/export-'))
  const data = await openEmbedded(seeded)
  const grownData = join(work, 'grown')
  cpSync(data, grownData, { recursive: true })
  const { server, urlOf } = await openServer([seeded])
  try {
    const sqlite = await openCommandStore({ dataDir: data, defaults })
    // The same store, later: each round exports the first, and brings that up to date with the second.
    const grown = await openCommandStore({ dataDir: grownData, defaults })
    await addMessages(grown, Math.ceil(seeded.messages / 100))
    const postgres = await openOnPostgres({ url: urlOf(seeded), defaults, pool: 6 })
    const onPostgres = { INNKEEPER_DATA: data, INNKEEPER_DATABASE_URL: urlOf(seeded) }
    const pids = [process.pid, pidOf(server)]
    const walks: Round[] = []
    const fulls: Round[] = []
    const updates: Round[] = []
    const others: Round[] = []
    for (let round = -1; round < rounds; round++) {
      const out = (name: string) => join(work, `${name}-${round}`)
      const walk = await measured([process.pid], () => walkRows(data))
      const full = await measured([process.pid], () => exportAll(sqlite, ofData(data), out('sqlite'), false))
      const update = await measured([process.pid], () => exportAll(grown, ofData(grownData), out('sqlite'), true))
      const other = await measured(pids, () => exportAll(postgres, onPostgres, out('postgres'), false))
      for (const name of ['sqlite', 'postgres']) rmSync(out(name), { recursive: true, force: true })
      // The first round is a warm-up.
      if (round < 0) continue
      walks.push(walk)
      fulls.push(full)
      updates.push(update)
      others.push(other)
    }
    await sqlite.close()
    await grown.close()
    await postgres.close()
    const isGood = report({ walks, fulls, updates, others })
    const calm = [
      await downloadBesideIngest('SQLite', { data, store: {}, messages: seeded.messages }),
      await downloadBesideIngest('PostgreSQL', {
        data: join(work, 'data'),
        store: { INNKEEPER_DATABASE_URL: urlOf(seeded) },
        messages: seeded.messages,
      }),
      await downloadLargeMonth(),
    ]
    return isGood && calm.every(Boolean)
  } finally {
    await server.remove()
    rmSync(work, { recursive: true, force: true })
    rmSync(data, { recursive: true, force: true })
  }
}

/** The rows that an export needs, in its slices, without looking at them. */
async function walkRows(data: string): Promise<void> {
  const connection = openForReading(data)
  try {
    let after: [time: number, seq: number] = [0, 0]
    for (;;) {
      const rows = await connection.lists<[time: number, seq: number]>(
        earliestMessages,
        1,
        ...after,
        Number.MAX_SAFE_INTEGER,
        messagesInSlice,
      )
      const last = rows.at(-1)
      if (!last) return
      after = [last[0], last[1]]
      await nextTurn()
    }
  } finally {
    connection.close()
  }
}

const ofData = (data: string) => ({ INNKEEPER_DATA: data })

/** As the command does it. */
async function exportAll(
  store: Store,
  environment: Record<string, string>,
  out: string,
  update: boolean,
): Promise<void> {
  const config = readConfig(environment)
  const clock = Date.now
  const channelNo = (await store.findChannelNo(channelId)) ?? 0
  const channel = await store.getChannel(channelNo)
  const filter = { from: null, to: null, sender: null, type: null, own: false, media: false }
  const wish: ExportWish = { channelId, formats: ['jsonl'], language: 'en', filter }
  const renew = () => accessAs({ store, clock }, channelId, { userId: owner, subscriber: true })
  const blobs = openBlobStore(mediaPath(config.dataDir))
  const deps = { store, blobs, clock, retentionCeilingDays: null, pause: () => nextTurn(), examine: messagesInSlice }
  const openFolder = () => openExportFolder(out, wish, { update })
  const order = { config, wish, channelId, userId: owner, path: out, threads: null }
  const startRenderers = (load: { parts: number; messages: number }) => startExportRenderers(order, load)
  const work = { wish, channel, renew, openFolder, startRenderers, tell: () => {} }
  const { contents } = await exportToFolder(deps, work)
  const found = contents.parts.reduce((sum, { counts }) => sum + counts.messages, 0)
  if (found < seeded.messages) throw new Error(`The export has ${found} messages, of ${seeded.messages}`)
}

/** Sent now, so they are all in the last month. */
async function addMessages(store: Store, count: number): Promise<void> {
  for (let done = 0; done < count; done += 500) {
    const at = Date.now()
    const events = Array.from({ length: Math.min(500, count - done) }, () => message(channelId, at, { from: owner }))
    await receiveEvents({ store, clock: () => at }, { platform: 'test', events, unread: [] })
  }
}

async function measured(pids: readonly number[], work: () => Promise<void>): Promise<Round> {
  globalThis.gc?.()
  const before = process.memoryUsage.rss()
  let most = before
  const timer = setInterval(() => {
    most = Math.max(most, process.memoryUsage.rss())
  }, 50)
  const cpu = startCpuMeter(pids)
  const started = performance.now()
  await work()
  const seconds = (performance.now() - started) / 1000
  clearInterval(timer)
  return { seconds, cpuMicros: cpu(), rssMb: (most - before) / 2 ** 20 }
}

type Rounds = Record<'walks' | 'fulls' | 'updates' | 'others', Round[]>

function report({ walks, fulls, updates, others }: Rounds): boolean {
  const row = (what: string, list: Round[]) => ({
    what,
    s: Number(median(list.map(({ seconds }) => seconds)).toFixed(2)),
    'CPU µs/message': Number((median(list.map(({ cpuMicros }) => cpuMicros)) / seeded.messages).toFixed(2)),
    'RSS + MiB': Math.round(median(list.map(({ rssMb }) => rssMb))),
  })
  console.log(`\nExporting ${seeded.messages} messages as JSON lines, ${rounds} interleaved rounds, medians`)
  console.table([
    row('rows alone, SQLite', walks),
    row('export, SQLite', fulls),
    row('with 1 % more, SQLite', updates),
    row('export, PostgreSQL', others),
  ])
  const speed = (list: Round[], limit: Round[]) => medianRatio(limit, list, ({ seconds }) => seconds)
  return [
    verdict('speed of an export, of reading the rows alone', speed(fulls, walks), bounds.ofWalk, 'least'),
    verdict('MiB of memory that an export adds', Math.max(...fulls.map(({ rssMb }) => rssMb)), bounds.rssMb, 'most'),
    verdict(
      'CPU of an update with 1 % more, of a full export',
      medianRatio(updates, fulls, ({ cpuMicros }) => cpuMicros),
      bounds.ofFull,
      'most',
    ),
    verdict(
      'time on PostgreSQL, times that on SQLite',
      medianRatio(others, fulls, ({ seconds }) => seconds),
      bounds.ofSqlite,
      'most',
    ),
  ].every(Boolean)
}
