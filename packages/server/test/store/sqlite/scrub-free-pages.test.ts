import assert from 'node:assert/strict'
import { readFileSync, rmSync } from 'node:fs'
import { type TestContext, test } from 'node:test'
import { createRandom } from '@innkeeper/testdata'
import { openCommandStore } from '../../../src/adapters/sqlite/open-store.ts'
import { scrubFreePages } from '../../../src/adapters/sqlite/storage/scrub-free-pages.ts'
import { databasePath } from '../../../src/domain/storage/data-folder.ts'
import type { IncomingEvent } from '../../../src/ports/connector.ts'
import { unsent } from '../../support/content/chat-events.ts'
import { message } from '../../support/content/events.ts'
import { newFastFolder } from '../../support/folder.ts'
import { seedChannel } from '../seed-channel.ts'

const noon = Date.parse('2026-03-10T12:00:00Z')
const channels = Array.from({ length: 10 }, (_, index) => `C${index}`)
const options = (dataDir: string) => ({ dataDir, defaults: { timezone: 'UTC', claim: 'first' } as const })

/** Sends enough messages that the engine moves rows between pages, then unsends those it left copies of. */
async function fillAndUnsend(dataDir: string, seed: string): Promise<{ gone: string[]; kept: string[] }> {
  const random = createRandom(seed)
  let store = await openCommandStore(options(dataDir))
  const receive = (events: IncomingEvent[]) =>
    store.write<'receive-events'>({ kind: 'receive-events', platform: 'test', at: noon, events, unread: [] })
  for (const channel of channels) await seedChannel(store, channel, { owner: 'U1', subscribers: ['U1'] }, noon)
  const said = Array.from({ length: 4_000 }, () => {
    const mark = `mark-${random.hex(16)}`
    const text = `${mark} ${'la'.repeat(random.below(150))}`
    // In random order, so that rows are inserted between others and pages are split again and again.
    const at = noon + random.below(1_000_000)
    return { mark, event: message(random.pick(channels), at, { from: 'U1', content: { type: 'text', text } }) }
  })
  for (let start = 0; start < said.length; start += 200) {
    await receive(said.slice(start, start + 200).map(({ event }) => event))
  }
  await store.close()
  const counts = countMarks(dataDir)
  const chosen = new Set(said.filter(({ mark }) => (counts.get(mark) ?? 0) > 1))
  store = await openCommandStore(options(dataDir))
  await receive([...chosen].map(({ event }) => unsent(event.channel.channelId, noon + 1e6, event.messageId)))
  await store.close()
  return {
    gone: [...chosen].map(({ mark }) => mark),
    kept: said.filter((one) => !chosen.has(one)).map(({ mark }) => mark),
  }
}

const found = (dataDir: string, marks: string[]) => {
  const counts = countMarks(dataDir)
  return marks.filter((mark) => counts.has(mark)).length
}

/** How often each mark is in the file. One pass, because searching for thousands of marks one by one is slow. */
function countMarks(dataDir: string): Map<string, number> {
  const counts = new Map<string, number>()
  for (const [mark] of readFileSync(databasePath(dataDir))
    .toString('latin1')
    .matchAll(/mark-[0-9a-f]{16}/g)) {
    counts.set(mark, (counts.get(mark) ?? 0) + 1)
  }
  return counts
}

/** Where the engine leaves copies is up to it, and sometimes it leaves none. Then this tries again with other messages. */
async function leaveRemains(context: TestContext) {
  for (let attempt = 1; ; attempt++) {
    const dataDir = newFastFolder()
    context.after(() => rmSync(dataDir, { recursive: true, force: true }))
    const seed = `wipe-${attempt}`
    const said = await fillAndUnsend(dataDir, seed)
    const remaining = found(dataDir, said.gone)
    context.diagnostic(`seed ${seed}: ${remaining} of ${said.gone.length} deleted texts were still in the file`)
    if (remaining > 0 || attempt === 8) return { dataDir, remaining, ...said }
  }
}

test('copies of deleted rows in unused parts of pages are wiped, and nothing else', async (context) => {
  const { dataDir, gone, kept, remaining } = await leaveRemains(context)
  assert.ok(remaining > 0, 'control: without wiping, some remain')
  assert.equal(scrubFreePages(dataDir, { timeLimitMs: 0 }), false, 'out of time, so left for the next stop')
  assert.equal(scrubFreePages(dataDir, { timeLimitMs: 60_000 }), true)
  assert.equal(found(dataDir, gone), 0)
  assert.equal(found(dataDir, kept), kept.length)
  const store = await openCommandStore(options(dataDir))
  assert.equal((await store.countRows()).messages, kept.length)
  assert.equal(scrubFreePages(dataDir, { timeLimitMs: 60_000 }), false, 'not while the database is open')
  await store.close()
})
