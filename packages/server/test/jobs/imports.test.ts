import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { toChannelImport } from '../../src/actions/imports/describe-import.ts'
import type { ImportOutcome } from '../../src/domain/imports/import-preview.ts'
import { unsent } from '../support/content/chat-events.ts'
import { message } from '../support/content/events.ts'
import { eventually } from '../support/eventually.ts'
import { assertSame, canonical, exportedLines } from '../support/imports/shown-messages.ts'
import { importMoves } from './import-moves.ts'
import { openJobHarness } from './job-harness.ts'

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
  const moves = await importMoves(harness)
  const { workAll, newChannel, text, upload, steer, find, previewOf, textsOf, merge, dieAfter } = moves

  const say = (channelId: string, minutes: number, from: string, words: string, id = words) =>
    harness.receive(text(channelId, start + minutes * minuteMs + 5_000, from, words, id))

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
    const file = lineFile(
      '09:31 Mika good morning everyone',
      '09:32 Kenji ok',
      '09:33 Kenji the bus leaves at ten',
      '09:34 Ann see you there',
    )
    const importNo = await upload(channel, file, tokyo)
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
    const found = { day: '2026-03-01', matched: 2, new: 2, leftOut: {}, imported: 0 }
    assert.deepEqual(outcome.days, [found], 'how much of each day had been here')
    const again = await upload(channel, file, tokyo)
    await workAll()
    await steer(channel, again, 'commit')
    await workAll()
    assert.equal((await textsOf(channel)).length, 4, 'the same file twice adds nothing')
  })

  test('says how far it is while it reads the file', async () => {
    const channel = await newChannel()
    const file = lineFile(...Array.from({ length: 5_000 }, (_, index) => `09:31 Mika What was said as number ${index}`))
    const importNo = await upload(channel, file, tokyo)
    const reader = moves.reader()
    const shares: number[] = []
    const seen: unknown[] = []
    await workAll({
      histories: {
        ...reader,
        async preview(order, signal, tell) {
          tell(0.25)
          const record = await eventually(
            () => find(channel, importNo),
            ({ reached }) => reached > 0,
          )
          seen.push(toChannelImport(record).progress)
          return await reader.preview(order, signal, (share) => {
            shares.push(share)
            tell(share)
          })
        },
      },
    })
    const size = Buffer.byteLength(file)
    assert.deepEqual(seen, [{ done: Math.floor(size / 4), total: size }])
    assert.deepEqual(
      shares,
      shares.toSorted((one, other) => one - other),
    )
    assert.ok(shares.length > 3 && shares.at(-1) === 0.99, String(shares))
    const ready = await find(channel, importNo)
    assert.deepEqual([ready.state, ready.reached, toChannelImport(ready).progress], ['ready', 0, null])
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

  test('what is unsent while the import is written stays gone, and so does what is beside it', async () => {
    const channel = await newChannel()
    const reader = moves.reader()
    const file = lineFile('09:31 Mika good morning', '09:40 Kenji the secret', '09:40 Ann beside it', '09:50 Ann later')
    await merge(channel, file, tokyo)
    let slices = 0
    await workAll({
      histories: {
        ...reader,
        compare: (order, take, signal) =>
          reader.compare(
            order,
            async (slice) => {
              // It arrives late, and is unsent at once.
              if (slices++ === 0) {
                await say(channel, 9, 'U-kenji', 'the secret', `secret of ${channel}`)
                await harness.receive(unsent(channel, harness.clock.now, `secret of ${channel}`))
              }
              return await take(slice)
            },
            signal,
          ),
      },
    })
    assert.ok(slices > 0)
    assert.deepEqual(await textsOf(channel), ['good morning', 'later'])
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

    const linesOf = (channelId: string) => exportedLines({ store, blobs: moves.blobs }, channelId, 'U-mika')

    test('A, B and undoing A are the same as B alone, also if the service dies in between', async () => {
      const channel = await newHikers()
      const empty = await canonical(store, channel)
      const exportedEmpty = await linesOf(channel)
      const only = await merge(channel, second, tokyo)
      await workAll()
      const alone = await canonical(store, channel)
      const exportedAlone = await linesOf(channel)
      assert.ok(alone.length > empty.length + 1_200, 'control: something came in')
      await steer(channel, only, 'undo')
      await workAll()
      assertSame(await canonical(store, channel), empty)
      assert.deepEqual(await linesOf(channel), exportedEmpty)
      assert.notDeepEqual(exportedAlone, exportedEmpty, 'control: the export shows it')

      const first = await merge(channel, earlier, tokyo)
      await dieAfter('add-imported')
      await merge(channel, second, tokyo)
      await dieAfter('add-imported')
      assert.ok((await canonical(store, channel)).length > alone.length, 'control: the first one added something')
      await steer(channel, first, 'undo')
      await dieAfter('remove-imported')
      assert.equal((await find(channel, first)).state, 'undone')
      assertSame(await canonical(store, channel), alone)
      assert.deepEqual(await linesOf(channel), exportedAlone)
    })
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
