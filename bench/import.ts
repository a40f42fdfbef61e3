import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { createFileKeeper } from '../packages/server/src/actions/media/file-keeper.ts'
import { openBlobStore } from '../packages/server/src/adapters/fs/blob-store.ts'
import { openCommandStore } from '../packages/server/src/adapters/sqlite/open-store.ts'
import type { ImportState } from '../packages/server/src/domain/imports/import-life.ts'
import { mediaPath } from '../packages/server/src/domain/storage/data-folder.ts'
import type { Store } from '../packages/server/src/ports/store.ts'
import { seedChannel } from '../packages/server/test/store/seed-channel.ts'
import { message } from '../packages/server/test/support/content/events.ts'
import { type ChatWorld, createChatWorld } from '../packages/server/test/support/imports/chat-world.ts'
import { lineFileOf } from '../packages/server/test/support/imports/line-file.ts'
import { residentMib, watchMemory } from './fairness/measure.ts'
import { startCpuMeter } from './measuring/cpu-time.ts'
import { median, note, verdict } from './measuring/figures.ts'
import { load, messagesOr, rounds } from './measuring/load.ts'
import { startPlatform } from './servers/platform.ts'
import { innkeeperUnder, root, startServer } from './servers/process.ts'
import { environmentFor } from './traffic/deliveries.ts'
import { makeRequests, setUpGroups } from './traffic/groups.ts'

// A chat history of 100,000 lines, of which a running service has half, is read, written and undone, while events arrive.

/** Memory of an idle service changes by some tens of MiB by itself. */
const bounds = { previewSeconds: 10, commitSeconds: 30, webhookMs: 500, addedMib: 400 }
const lineCount = messagesOr(100_000)
const port = 18_106
const channelId = 'C-history'
const owner = 'U0'
const by = { kind: 'operator' } as const
const defaults = { timezone: 'UTC', claim: 'first' } as const

type Round = {
  addedMib: number
  preview: number
  commit: number
  undo: number
  cpuSeconds: number
  p99Ms: number
  events: number
}

export async function benchImport(): Promise<boolean> {
  mkdirSync(join(root, 'bench/results'), { recursive: true })
  const data = mkdtempSync(join(root, 'bench/results/import-'))
  const platform = await startPlatform()
  try {
    const world = createWorld()
    const seeding = await openCommandStore({ dataDir: data, defaults })
    await seed(seeding, world)
    await seeding.close()
    const file = lineFileOf(world.said.map(({ at, person, text }) => ({ at, name: person, text })))
    const server = await startServer([`${root}innkeeper`, 'serve', '--data', data], port, {
      ...environmentFor(platform),
      INNKEEPER_RATE_LIMIT: '1000000',
    })
    try {
      await setUpGroups(port, (...words) => innkeeperUnder({}, ...words, '--data', data))
      const store = await openCommandStore({ dataDir: data, defaults })
      const results: Round[] = []
      for (let round = 0; round < rounds; round++)
        results.push(await importBesideEvents(store, { data, file, pid: server.pid }))
      await store.close()
      return report(results)
    } finally {
      await server.stop()
    }
  } finally {
    await platform.stop()
    rmSync(data, { recursive: true, force: true })
  }
}

function createWorld(): ChatWorld {
  const world = createChatWorld({ seed: 'bench', messages: lineCount, outages: 0 })
  const said = world.said.filter(({ kind, fate }) => kind === 'text' && fate !== 'own')
  return { ...world, said }
}

/** The service has been there for the second half of the time. */
async function seed(store: Store, { said, startAt, heard, live }: ChatWorld): Promise<void> {
  const members = [...new Set(said.map(({ person }) => person))].filter((person) => person !== owner)
  await seedChannel(store, channelId, { owner, members, subscribers: [owner] }, startAt, 'line')
  const since = said[Math.floor(said.length / 2)]?.at ?? 0
  const events = live.flatMap(({ id, at }) => {
    const { person, text, kind } = heard.get(id) ?? {}
    if (person === undefined || text === undefined || kind !== 'text' || at < since) return []
    return [message(channelId, at, { id, from: person, content: { type: 'text', text } })]
  })
  for (let from = 0; from < events.length; from += 500) {
    const some = events.slice(from, from + 500)
    await store.write<'receive-events'>({
      kind: 'receive-events',
      platform: 'line',
      unread: [],
      at: Date.now(),
      events: some,
    })
  }
}

type Scene = { data: string; file: string; pid: number }

async function importBesideEvents(store: Store, { data, file, pid }: Scene): Promise<Round> {
  const cpu = startCpuMeter([pid])
  const before = residentMib(pid)
  const memory = watchMemory(pid)
  const work = { isOver: false }
  const others = deliver(work)
  const importNo = await upload(store, data, file)
  const preview = await secondsUntil(store, importNo, 'ready')
  const steer = (wish: 'commit' | 'undo') =>
    store.write<'steer-history'>({ kind: 'steer-history', by, at: Date.now(), channelId, importNo, wish })
  await steer('commit')
  const commit = await secondsUntil(store, importNo, 'done')
  const cpuSeconds = cpu() / 1e6
  await steer('undo')
  const undo = await secondsUntil(store, importNo, 'undone')
  work.isOver = true
  const addedMib = memory.stop() - before
  return { preview, commit, undo, cpuSeconds, addedMib, ...(await others) }
}

/** Until the work is over. The worst p99 of any two seconds. */
async function deliver(work: { isOver: boolean }): Promise<{ p99Ms: number; events: number }> {
  const target = { port, pids: [], requests: makeRequests(20_000), next: -1 }
  const most = { p99Ms: 0, events: 0 }
  while (!work.isOver) {
    const { p99Ms, requests } = await load(target, { connections: 8, seconds: 2, everyMs: 40 })
    most.p99Ms = Math.max(most.p99Ms, p99Ms)
    most.events += requests
  }
  return most
}

async function upload(store: Store, data: string, file: string): Promise<number> {
  const names = [...new Set(file.split('\r\n').flatMap((line) => line.split('\t')[1] ?? []))]
  const people = names.map((name) => ({ name, is: 'member', memberId: name }))
  const choices = JSON.stringify({ zone: { timezone: 'UTC' }, people })
  let importNo = 0
  await createFileKeeper({ store, blobs: openBlobStore(mediaPath(data)) }).keep([Buffer.from(file)], async (stored) => {
    const order = { by, at: Date.now(), channelId, fileName: 'history.txt', choices, ...stored }
    importNo = (await store.write<'open-history'>({ kind: 'open-history', ...order })).importNo
  })
  return importNo
}

async function secondsUntil(store: Store, importNo: number, state: ImportState): Promise<number> {
  const started = performance.now()
  const channelNo = await store.findChannelNo(channelId)
  for (;;) {
    const found = await store.findImport(channelNo ?? 0, importNo)
    if (found?.state === state) break
    if (found?.reason) throw new Error(`The import is ${found.state}: ${found.reason}`)
    await pause(50)
  }
  return (performance.now() - started) / 1000
}

function report(results: Round[]): boolean {
  const of = (figure: (round: Round) => number) => median(results.map(figure))
  console.log(`\nA chat history of ${lineCount} messages, of which half are new, ${rounds} rounds, medians`)
  note(
    'CPU seconds of the service until it is written, with the webhooks',
    of((round) => round.cpuSeconds),
  )
  note(
    'seconds to undo it',
    of(({ undo }) => undo),
  )
  note(
    'webhooks meanwhile',
    of(({ events }) => events),
  )
  return [
    verdict(
      'seconds until the preview',
      of(({ preview }) => preview),
      bounds.previewSeconds,
      'most',
    ),
    verdict(
      'seconds until it is written',
      of(({ commit }) => commit),
      bounds.commitSeconds,
      'most',
    ),
    verdict(
      'p99 ms of a webhook in the worst two seconds',
      of(({ p99Ms }) => p99Ms),
      bounds.webhookMs,
      'most',
    ),
    verdict(
      'MiB of memory that it adds',
      Math.max(...results.map(({ addedMib }) => addedMib)),
      bounds.addedMib,
      'most',
    ),
  ].every(Boolean)
}
