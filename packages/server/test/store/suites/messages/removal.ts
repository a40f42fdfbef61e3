import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { edited, unsent } from '../../../support/content/chat-events.ts'
import { blob, dayMs, movesOn } from '../../removal-moves.ts'
import { noon, type OpenStore, operator, shareStoreWorld } from '../../store-world.ts'

/** A message is deleted with everything that belongs to it, however that happens, and its files are released. */
export function removalSuite(open: OpenStore): void {
  describe('unsending', () => {
    const world = shareStoreWorld(open)
    const { newChannel, photo, store, preview, released, claim } = movesOn(world)
    test('releases the file and its preview, even if another message still refers to the file', async () => {
      const channel = await newChannel()
      await world.receive(photo(channel, 'm1'), photo(channel, 'm2'))
      await store(channel, 'm1', blob('a'))
      await store(channel, 'm2', blob('a'))
      await preview(channel, 'm1', blob('b'))
      await world.receive(unsent(channel, noon, 'm1'))
      assert.deepEqual(await released(), [blob('a'), blob('b')])
      assert.deepEqual(
        [await world.store.isBlobReferenced(blob('a')), await world.store.isBlobReferenced(blob('b'))],
        [true, false],
      )
    })

    test('deletes the waiting jobs of the message, and none of another message', async () => {
      const channel = await newChannel()
      await world.receive(photo(channel, 'gone'), photo(channel, 'stays'), unsent(channel, noon, 'gone'))
      const waiting = (await claim(['fetch-media'])).filter(({ job }) => job.channelId === channel)
      assert.deepEqual(
        waiting.map(({ job }) => 'messageId' in job && job.messageId),
        ['stays'],
      )
    })

    test('keeps its file and preview from being stored afterwards', async () => {
      const channel = await newChannel()
      await world.receive(photo(channel, 'm1'))
      await store(channel, 'm1', blob('c'))
      await world.receive(unsent(channel, noon, 'm1'))
      assert.equal(await store(channel, 'm1', blob('c')), 'gone')
      assert.equal(await preview(channel, 'm1', blob('d')), 'gone')
    })
  })

  describe('retention', () => {
    const world = shareStoreWorld(open)
    const { newChannel, photo, text, store, released, idsIn } = movesOn(world)
    const keep = (channelId: string, retentionDays: number | null) =>
      world.store.write<'change-settings'>({
        kind: 'change-settings',
        by: operator,
        at: noon,
        channelId,
        change: { retentionDays },
      })
    const expire = (at: number, limit = 1000, ceilingDays: number | null = null) =>
      world.store.write<'delete-expired'>({ kind: 'delete-expired', at, ceilingDays, limit })

    test('deletes exactly what it announced, to the millisecond, with files and versions', async () => {
      const channel = await newChannel()
      await keep(channel, 2)
      await world.receive(
        text(channel, 'old', 'U1', noon - 1),
        edited(channel, noon, 'old', 'other words'),
        photo(channel, 'old photo', noon - 1),
        text(channel, 'young', 'U1', noon),
      )
      await store(channel, 'old photo', blob('e'))
      const at = noon + 2 * dayMs
      const foreseen = (await world.store.listExpired(at, null)).filter(({ channelId }) => channelId === channel)
      assert.deepEqual(
        foreseen.map(({ messages, mediaFiles, mediaBytes, before }) => ({ messages, mediaFiles, mediaBytes, before })),
        [{ messages: 2, mediaFiles: 1, mediaBytes: 10, before: noon }],
      )
      assert.deepEqual(await expire(at), { messages: 2, mediaFiles: 1, mediaBytes: 10, more: false })
      assert.deepEqual(await idsIn(channel), ['young'])
      assert.deepEqual(await released(), [blob('e')])
      assert.deepEqual(await world.store.listExpired(at, null), [])
      const { channelNo } = await world.look(channel)
      assert.deepEqual(await world.store.listVersions(channelNo, 'old'), [])
      await keep(channel, null)
    })

    test('continues where it stopped at a limit or a crash', async () => {
      const channel = await newChannel()
      await keep(channel, 1)
      await world.receive(...Array.from({ length: 7 }, (_, index) => text(channel, `r${index}`, 'U1', noon + index)))
      const at = noon + 2 * dayMs
      const counts: number[] = []
      for (;;) {
        const { messages, more } = await expire(at, 3)
        counts.push(messages)
        if (!more) break
      }
      assert.deepEqual(
        counts.filter((count) => count > 0),
        [3, 3, 1],
        'what else happened follows',
      )
      assert.deepEqual(await idsIn(channel), [])
      await keep(channel, null)
    })

    test("applies the operator's ceiling where the owner allows longer, or sets nothing", async () => {
      const channel = await newChannel()
      await world.receive(text(channel, 'm1', 'U1'))
      assert.equal((await expire(noon + 10 * dayMs, 1000, 11)).messages, 0)
      assert.deepEqual(await idsIn(channel), ['m1'])
      await expire(noon + 10 * dayMs + 1, 1000, 10)
      assert.deepEqual(await idsIn(channel), [])
    })

    test('deletes an edit whose message never arrived', async () => {
      const channel = await newChannel()
      await keep(channel, 1)
      await world.receive(edited(channel, noon, 'never came', 'words without a message', 'U1'))
      await expire(noon + 3 * dayMs)
      await world.receive(text(channel, 'never came', 'U1', noon + 3 * dayMs))
      assert.equal((await world.messages(channel))[0]?.content, 'Words of never came')
      await keep(channel, null)
    })
  })
}
