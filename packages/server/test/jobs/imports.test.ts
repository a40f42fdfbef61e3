import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { createFileKeeper } from '../../src/actions/media/file-keeper.ts'
import { openMedia } from '../../src/app/storage/open-media.ts'
import { readConfig } from '../../src/config/config.ts'
import type { ImportOutcome, ImportPreview } from '../../src/domain/imports/import-preview.ts'
import type { Store } from '../../src/ports/store.ts'
import { unsent } from '../support/content/chat-events.ts'
import { message } from '../support/content/events.ts'
import { openJobHarness } from './job-harness.ts'

const operator = { kind: 'operator' } as const
const start = Date.parse('2026-03-01T00:31:00Z')
const minuteMs = 60_000

/** A file as LINE's app for phones saves it, from lines such as `09:31 Mika hello`, in the time zone of Tokyo. */
function lineFile(...lines: string[]): string {
  const records = lines.map((line) => line.replace(/^(\S+) (\S+) /, '$1\t$2\t'))
  return ['[LINE] Chat history in Hikers', 'Saved on: 2026/03/02 10:00', '', '2026/03/01(Sun)', ...records, ''].join(
    '\r\n',
  )
}

describe('merging a chat history', async () => {
  const harness = await openJobHarness()
  const { store } = harness
  const { blobs } = await openMedia(readConfig(harness.environment.env), store)
  const files = createFileKeeper({ store, blobs })
  let channels = 0

  /** Runs all jobs, in a service that stops afterwards. */
  const workAll = async () => {
    const worker = harness.start()
    await harness.allDone()
    await worker.stop()
  }
  const newChannel = async () => {
    const channelId = `C-imports-${++channels}`
    await harness.channel(channelId, { owner: 'U-mika', members: ['U-kenji'], subscribers: ['U-mika'] })
    return channelId
  }
  const say = (channelId: string, minutes: number, from: string, text: string, id = text) =>
    harness.receive(
      message(channelId, start + minutes * minuteMs + 5_000, { id, from, content: { type: 'text', text } }),
    )
  const upload = async (channelId: string, text: string, choices: object = {}) => {
    let importNo = 0
    await files.keep([Buffer.from(text)], async ({ sha256, sizeBytes }) => {
      const file = { fileName: 'history.txt', sha256, sizeBytes, choices: JSON.stringify(choices) }
      const opened = await store.write<'open-history'>({
        kind: 'open-history',
        by: operator,
        at: harness.clock.now,
        channelId,
        ...file,
      })
      importNo = opened.importNo
    })
    return importNo
  }
  const steer = (channelId: string, importNo: number, wish: 'commit' | 'undo') =>
    store.write<'steer-history'>({
      kind: 'steer-history',
      by: operator,
      at: harness.clock.now,
      channelId,
      importNo,
      wish,
    })
  const find = async (channelId: string, importNo: number) => {
    const channelNo = await store.findChannelNo(channelId)
    const found = channelNo === undefined ? undefined : await store.findImport(channelNo, importNo)
    assert.ok(found)
    return found
  }
  const previewOf = async (channelId: string, importNo: number): Promise<ImportPreview> =>
    JSON.parse((await find(channelId, importNo)).preview ?? '{}')
  const textsOf = async (channelId: string) => (await shown(store, channelId)).map(({ text }) => text)

  const tokyo = {
    zone: { timezone: 'Asia/Tokyo' },
    people: [
      { name: 'Mika', is: 'member', memberId: 'U-mika' },
      { name: 'Kenji', is: 'member', memberId: 'U-kenji' },
    ],
  }

  test('shows what would come in, and then adds exactly that', async () => {
    const channel = await newChannel()
    await say(channel, 0, 'U-mika', 'good morning everyone')
    await say(channel, 2, 'U-kenji', 'the bus leaves at ten')
    const text = lineFile(
      '09:31 Mika good morning everyone',
      '09:32 Kenji ok',
      '09:33 Kenji the bus leaves at ten',
      '09:34 Ann see you there',
    )
    const importNo = await upload(channel, text, tokyo)
    await workAll()
    assert.equal((await find(channel, importNo)).state, 'ready')
    const preview = await previewOf(channel, importNo)
    assert.deepEqual([preview.format, preview.new, preview.here, preview.title], ['line', 2, 2, 'Hikers'])
    assert.deepEqual(
      preview.people.map(({ choice }) => [choice.name, choice.is]),
      [
        ['Mika', 'member'],
        ['Kenji', 'member'],
        ['Ann', 'outsider'],
      ],
    )
    assert.deepEqual(
      await textsOf(channel),
      ['good morning everyone', 'the bus leaves at ten'],
      'nothing is written yet',
    )
    await steer(channel, importNo, 'commit')
    await workAll()
    assert.deepEqual(await textsOf(channel), ['good morning everyone', 'ok', 'the bus leaves at ten', 'see you there'])
    const done = await find(channel, importNo)
    const outcome: ImportOutcome = JSON.parse(done.outcome ?? '{}')
    assert.deepEqual([done.state, outcome.new, outcome.here], ['done', 2, 2])
    const again = await upload(channel, text, tokyo)
    await workAll()
    await steer(channel, again, 'commit')
    await workAll()
    assert.equal((await textsOf(channel)).length, 4, 'the same file twice adds nothing')
  })

  test('what was unsent here stays gone', async () => {
    const channel = await newChannel()
    await say(channel, 0, 'U-mika', 'good morning everyone')
    await say(channel, 1, 'U-kenji', 'the secret', 'secret')
    await harness.receive(unsent(channel, start + 5 * minuteMs, 'secret'))
    const importNo = await upload(
      channel,
      lineFile('09:31 Mika good morning everyone', '09:32 Kenji the secret'),
      tokyo,
    )
    await workAll()
    assert.deepEqual((await previewOf(channel, importNo)).leftOut, { unsent: 1 })
    await steer(channel, importNo, 'commit')
    await workAll()
    assert.deepEqual(await textsOf(channel), ['good morning everyone'])
  })

  describe('two files that overlap', () => {
    /** Everything that was said, four lines a minute with silences between, many of them the same. Then the service was down for a while. */
    const said = Array.from({ length: 2_400 }, (_, index) => ({
      minute: Math.floor(index / 20) * 11 + ((index % 20) >> 2),
      from: index % 3 === 0 ? 'Mika' : index % 3 === 1 ? 'Kenji' : 'Ann',
      text: index % 4 === 0 ? 'ok' : `What was said as number ${index}`,
      isLive: (index < 400 || index >= 2_100) && index % 3 < 2,
    }))
    const clock = (minute: number) =>
      `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`
    const fileOf = (some: typeof said) =>
      lineFile(...some.map(({ minute, from, text }) => `${clock(minute)} ${from} ${text}`))
    const earlier = fileOf(said.slice(0, 1_700))
    const second = fileOf(said.filter((_, index) => index >= 900 && index % 50 !== 0))
    const midnight = Date.parse('2026-02-28T15:00:00Z')
    const id = (from: string) => (from === 'Mika' ? 'U-mika' : 'U-kenji')

    const newHikers = async () => {
      const channelId = await newChannel()
      const live = said.flatMap(({ minute, from, text, isLive }, index) =>
        isLive
          ? [
              message(channelId, midnight + minute * minuteMs + 7_000 + (index % 4) * 12_000, {
                id: `live ${index}`,
                from: id(from),
                content: { type: 'text', text },
              }),
            ]
          : [],
      )
      await harness.receive(...live)
      return channelId
    }
    const merge = async (channelId: string, text: string) => {
      const importNo = await upload(channelId, text, tokyo)
      await workAll()
      assert.equal((await find(channelId, importNo)).reason, null)
      await steer(channelId, importNo, 'commit')
      return importNo
    }

    test('A, B and undoing A are the same as B alone, also if the service dies in between', async () => {
      const channel = await newHikers()
      const empty = await canonical(store, channel)
      const only = await merge(channel, second)
      await workAll()
      const alone = await canonical(store, channel)
      assert.ok(alone.length > empty.length + 1_200, 'control: something came in')
      await steer(channel, only, 'undo')
      await workAll()
      assertSame(await canonical(store, channel), empty)

      const first = await merge(channel, earlier)
      await dieAfter('add-imported')
      await merge(channel, second)
      await dieAfter('add-imported')
      assert.ok((await canonical(store, channel)).length > alone.length, 'control: the first one added something')
      await steer(channel, first, 'undo')
      await dieAfter('remove-imported')
      assert.equal((await find(channel, first)).state, 'undone')
      assertSame(await canonical(store, channel), alone)
    })

    /** A worker that writes once and then is dead, and another one that takes over when the lease has expired. */
    async function dieAfter(kind: 'add-imported' | 'remove-imported'): Promise<void> {
      const died = Promise.withResolvers<void>()
      let written = 0
      const write = (async (command) => {
        if (written > 0) throw new Error('this process is dead')
        const result = await store.write(command)
        if (command.kind === kind) {
          written++
          died.resolve()
        }
        return result
      }) as Store['write']
      const mortal = harness.start({ store: { ...store, write } })
      await died.promise
      await mortal.stop()
      harness.clock.now += 3_600_000
      await workAll()
    }
  })

  test('a file that isn’t a chat history is refused with a sentence', async () => {
    const channel = await newChannel()
    const importNo = await upload(channel, 'Dear diary, nothing happened today.\n')
    await workAll()
    const { state, reason } = await find(channel, importNo)
    assert.equal(state, 'refused')
    assert.match(reason ?? '', /recognize/)
  })
})

/** Everything that an export has of the messages, except for their numbers of arrival. */
async function canonical(store: Store, channelId: string): Promise<string[]> {
  const entries = await shown(store, channelId)
  return entries.map(({ entry: { time, message, details, versions, media } }) =>
    JSON.stringify({ time, message, details, versions, media }),
  )
}

/** Says only where they begin to differ, because there are thousands. */
function assertSame(one: readonly string[], other: readonly string[]): void {
  const differs = one.findIndex((text, index) => text !== other[index])
  assert.equal(one[differs], other[differs])
  assert.equal(one.length, other.length)
}

/** What a reader sees, in order, without numbers of arrival. */
async function shown(store: Store, channelId: string) {
  const channelNo = await store.findChannelNo(channelId)
  assert.ok(channelNo !== undefined)
  const look = { from: 0, to: Number.MAX_SAFE_INTEGER, after: undefined, examine: 10_000, sender: null, type: null }
  const { entries } = await store.readForExport(channelNo, { ...look, isWhole: true })
  return entries.flatMap((entry) =>
    entry.kind === 'message'
      ? { text: entry.message.type === 'text' ? entry.message.content : entry.message.type, entry }
      : [],
  )
}
