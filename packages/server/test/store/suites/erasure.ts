import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { type LedgerEntry, subjectOf, subjectOfKey, subjectOfMessage } from '../../../src/domain/storage/erasure.ts'
import type { RemovalProgress } from '../../../src/ports/commands/erasing.ts'
import type { MessageId } from '../../../src/ports/commands/messages.ts'
import { botAdded, botRemoved, edited, inPrivate, joined, unsent } from '../../support/content/chat-events.ts'
import { blob, dayMs, movesOn } from '../removal-moves.ts'
import { noon, type OpenStore, operator, shareStoreWorld } from '../store-world.ts'

/** Erased data is unreachable at once, is deleted from the store in slices, and does not come back. */
export function erasureSuite(open: OpenStore): void {
  describe('a person', () => {
    const world = shareStoreWorld(open)
    const { newChannel, photo, text, store, released, idsIn, finishAll, erase } = movesOn(world)
    test('is erased with all their messages in every channel; messages of others stay', async () => {
      const [here, there] = [await newChannel('U1', 'U2'), await newChannel('U1')]
      await world.receive(
        text(here, 'a1', 'U1'),
        edited(here, noon + 1, 'a1', 'other words'),
        photo(here, 'a2'),
        text(here, 'a3', 'U2'),
        text(there, 'b1', 'U1'),
        text(there, 'b2', 'U-owner'),
      )
      await store(here, 'a2', blob('f'))
      await erase('U1')
      const { finished } = await finishAll(2)
      assert.deepEqual(
        finished.map(({ erased }) => erased),
        [{ messages: 3, versions: 1, mediaFiles: 1, mediaBytes: 10, members: 2 }],
      )
      assert.deepEqual([await idsIn(here), await idsIn(there)], [['a3'], ['b2']])
      assert.ok((await released()).includes(blob('f')))
      const { channelNo } = await world.look(here)
      const names = (await world.store.listMembers(channelNo, undefined)).map(({ userId }) => userId)
      assert.deepEqual(names.sort(), ['U-owner', 'U2'])
    })

    test('does not come back with a late event, but does with a later message', async () => {
      const channel = await newChannel('U3')
      await world.receive(text(channel, 'a1', 'U3'))
      await erase('U3')
      await finishAll()
      await world.receive(
        { ...text(channel, 'a1', 'U3'), eventId: 'again' },
        text(channel, 'late', 'U3', noon + 5),
        joined(channel, noon + 6, 'U3', 'Name'),
      )
      assert.deepEqual(await idsIn(channel), [])
      await world.receive(text(channel, 'new', 'U3', noon + dayMs + 1))
      assert.deepEqual(await idsIn(channel), ['new'])
    })

    test('is no longer answered by work under way, and leaves no trace through it', async () => {
      const channel = await newChannel('U9')
      const rule = { keywords: ['tea'], question: 'Tea?', answer: 'Yes, {name}.', memberCooldownSeconds: 60 }
      await world.store.write<'create-rule'>({ kind: 'create-rule', by: operator, at: noon, channelId: channel, rule })
      const { channelNo } = await world.look(channel)
      const [found] = (await world.store.getAssistant(channelNo)).assistant.rules
      const answer = (messageId: string) =>
        world.store.write<'answer-question'>({
          kind: 'answer-question',
          at: noon,
          channelId: channel,
          question: { messageId, at: noon, text: 'tea', userId: 'U9', name: 'Nine', reply: null },
          found: [{ ruleId: found?.id ?? '', by: 'tea', length: 3, score: null }],
          mayAskModel: false,
        })
      assert.equal(await answer('before'), 'answered', 'control: before the erasure they are answered')
      await erase('U9')
      await finishAll()
      assert.equal(await answer('after'), 'silent')
    })

    test('is erased in one channel only, if requested', async () => {
      const [here, there] = [await newChannel('U4'), await newChannel('U4')]
      await world.receive(text(here, 'a1', 'U4'), text(there, 'b1', 'U4'))
      await erase('U4', here)
      await finishAll()
      assert.deepEqual([await idsIn(here), await idsIn(there)], [[], ['b1']])
    })

    test('who is unknown cannot be erased, and the error says so', async () => {
      await assert.rejects(erase('U-nobody'), /No data found for a person with the ID U-nobody/)
      const channel = await world.channel()
      await assert.rejects(erase('U4', channel), new RegExp(`U4 in the channel ${channel}`))
    })

    test('is erased with their keys and their private chat', async () => {
      const key = await world.key('U7')
      await world.receive(inPrivate(botAdded('U7', noon), 'U7'))
      await world.subscribe('U7', 'U7')
      await world.receive(inPrivate(text('U7', 'p1', 'U7'), 'U7'))
      await erase('U7')
      const { finished } = await finishAll()
      assert.deepEqual(finished.map(({ entry }) => entry.kind).sort(), ['channel', 'person'])
      assert.equal(finished.find(({ entry }) => entry.kind === 'person')?.erased.messages, 1)
      assert.equal(await world.store.findAccess(key.hash, undefined), undefined)
      assert.ok((await world.store.listAllChannels()).every(({ channelId }) => channelId !== 'U7'))
    })
  })

  describe('a channel', () => {
    const world = shareStoreWorld(open)
    const { newChannel, photo, text, store, released, finishAll, claim } = movesOn(world)
    const remove = (channelId: string, confirm = `Group ${channelId}`, at = noon + dayMs) =>
      world.store.write<'delete-channel'>({ kind: 'delete-channel', by: operator, at, channelId, confirm })

    test('is gone when the deletion returns; the rest follows once the bot has left the chat', async () => {
      const channel = await newChannel('U1', 'U2')
      await world.receive(text(channel, 'm1', 'U1'), photo(channel, 'm2'))
      await store(channel, 'm2', blob('0'))
      const erased = await remove(channel)
      assert.deepEqual(erased, { messages: 2, versions: 0, mediaFiles: 1, mediaBytes: 10, members: 3 })
      await assert.rejects(world.look(channel), /exists/)
      assert.equal((await finishAll(1)).end, 'waiting')
      const [leaving] = await claim(['leave-channel'])
      assert.deepEqual(leaving?.job, { kind: 'leave-channel', channelId: channel })
      const outcome = { kind: 'done' } as const
      await world.store.write<'finish-job'>({ kind: 'finish-job', at: noon, jobId: leaving.jobId, lease: 'l', outcome })
      assert.equal((await finishAll()).end, 'idle')
      assert.ok((await released()).includes(blob('0')))
      assert.deepEqual(await world.store.listFiles(blob('0').slice(1), 10), [])
    })

    test('is not deleted without its name as confirmation, and the error says which name', async () => {
      const channel = await newChannel('U1', 'U2')
      await assert.rejects(remove(channel, 'Group'), /confirm must be the channel's name, "Group C-/)
      assert.ok(await world.look(channel))
    })

    test('does not come back with a late event or when the bot leaves, but does with an invitation', async () => {
      const channel = await newChannel('U1', 'U2')
      await remove(channel)
      const [leaving] = await claim(['leave-channel'])
      await world.receive(text(channel, 'in between', 'U1', noon + dayMs + 1))
      const outcome = { kind: 'done' } as const
      const jobId = leaving?.jobId ?? 0
      await world.store.write<'finish-job'>({ kind: 'finish-job', at: noon, jobId, lease: 'l', outcome })
      await finishAll()
      await world.receive(text(channel, 'late', 'U1', noon), botRemoved(channel, noon + 2 * dayMs))
      await assert.rejects(world.look(channel), /exists/)
      await world.receive(botAdded(channel, noon + 3 * dayMs))
      assert.ok(await world.look(channel))
    })
  })

  describe('the ledger', () => {
    const world = shareStoreWorld(open)
    const { text, idsIn, finishAll, erase } = movesOn(world)
    test('contains no names, and erases again what an older store still has', async () => {
      const channel = await world.channel({ members: ['U8', 'U9'], subscribers: ['U9'] })
      await world.receive(text(channel, 'a1', 'U8'), text(channel, 'a2', 'U9'), text(channel, 'a3', 'U8', noon + dayMs))
      const entry = { kind: 'person', subject: subjectOf('U8'), channelSubject: null, at: noon + 1 } as const
      const unknown = { ...entry, subject: subjectOf('U-elsewhere') }
      const entries = [entry, unknown]
      assert.equal(await world.store.write<'repeat-erasures'>({ kind: 'repeat-erasures', at: noon, entries }), 2)
      await finishAll()
      assert.deepEqual(await idsIn(channel), ['a2', 'a3'], 'messages sent after the erasure stay')
      assert.equal(await world.store.write<'repeat-erasures'>({ kind: 'repeat-erasures', at: noon, entries }), 0)
      await world.store.write<'number-ledger'>({ kind: 'number-ledger', limit: 100 })
      const listed = (await world.store.listLedger(0, 100)).filter(({ at }) => at === entry.at)
      const kept = listed.map(({ no: _, ...rest }) => rest)
      assert.deepEqual(kept, entries)
      assert.ok(!JSON.stringify(kept).includes('U8'))
    })

    test('records unsent messages and revoked keys, each once, numbered in order', async () => {
      const { write } = world.store
      const channel = await world.channel({ members: ['U5'], subscribers: ['U5'] })
      const key = await world.key('U5')
      await write<'number-ledger'>({ kind: 'number-ledger', limit: 1000 })
      const { last } = await world.store.getLedgerState()
      await world.receive(
        text(channel, 'm1', 'U5'),
        unsent(channel, noon + 1, 'm1'),
        unsent(channel, noon + 2, 'never came'),
      )
      await world.receive({ ...unsent(channel, noon + 1, 'm1'), eventId: 'delivered again' })
      await write<'revoke-key'>({ kind: 'revoke-key', by: operator, at: noon + 3, keyId: key.id })
      assert.deepEqual(await world.store.getLedgerState(), { last, waiting: 3 })
      assert.equal(await write<'number-ledger'>({ kind: 'number-ledger', limit: 2 }), 2)
      assert.equal(await write<'number-ledger'>({ kind: 'number-ledger', limit: 2 }), 1)
      assert.deepEqual(await world.store.getLedgerState(), { last: last + 3, waiting: 0 })
      const listed = await world.store.listLedger(last, 10)
      assert.deepEqual(
        listed.map(({ no, subject }) => [no, subject]),
        [
          [last + 1, subjectOfMessage(channel, 'm1')],
          [last + 2, subjectOfMessage(channel, 'never came')],
          [last + 3, subjectOfKey(key.id)],
        ],
      )
      for (const { no, ...entry } of listed) assert.equal(await world.store.findLedgerNumber(entry), no)
    })

    test('removes again, in slices, what an older store still has', async () => {
      const { write } = world.store
      const channel = await world.channel({ members: ['U6'], subscribers: ['U6'] })
      const ids = ['a', 'b', 'c', 'd', 'e']
      await world.receive(...ids.map((id) => text(channel, id, 'U6')))
      const parent = await world.key('U6')
      const child = await world.key('U6', { parent })
      const other = await world.key('U6')
      const subjects = [
        subjectOfMessage(channel, 'b'),
        subjectOfMessage(channel, 'e'),
        subjectOfMessage('C-elsewhere', 'c'),
      ]
      const entries: LedgerEntry[] = [
        ...subjects.map((subject) => ({ kind: 'message', subject, channelSubject: null, at: noon + 1 }) as const),
        { kind: 'key', subject: subjectOfKey(parent.id), channelSubject: null, at: noon + 1 },
      ]
      assert.equal(await write<'note-removals'>({ kind: 'note-removals', entries }), 4)
      assert.equal(await write<'note-removals'>({ kind: 'note-removals', entries }), 0)
      const sum = { messages: 0, keys: 0, slices: 0 }
      for (let after: MessageId | null = null; sum.slices === 0 || after !== null; ) {
        const done: RemovalProgress = await write<'repeat-removals'>({
          kind: 'repeat-removals',
          at: noon,
          after,
          limit: 2,
        })
        sum.messages += done.messages
        sum.keys += done.keys
        sum.slices++
        after = done.after
      }
      assert.deepEqual([sum.messages, sum.keys], [2, 2])
      assert.ok(sum.slices > 2)
      assert.deepEqual(await idsIn(channel), ['a', 'c', 'd'])
      const revoked = (await world.store.listAllKeys())
        .filter(({ revokedAt }) => revokedAt !== null)
        .map(({ id }) => id)
      assert.deepEqual(
        [parent, child, other].map(({ id }) => revoked.includes(id)),
        [true, true, false],
      )
      await world.receive({ ...text(channel, 'b', 'U6'), eventId: 'redelivered' })
      assert.deepEqual(await idsIn(channel), ['a', 'c', 'd'])
    })

    test('also finds people who were in no channel: by a key, a link, or the requests of an expired sign-in', async () => {
      const { write } = world.store
      const key = (id: string, userId: string) =>
        ({ id, hash: id, userId, name: '', scope: 'full', parentId: null }) as const
      const signIn = { ...key('s-gone', 'U-by-requests'), expiresAt: noon + 1, way: 'platform' } as const
      await write<'create-sign-in'>({
        kind: 'create-sign-in',
        by: operator,
        at: noon,
        signIn,
        ends: { hashes: [], of: 'anyone' },
      })
      const counted = { keyId: signIn.id, userId: signIn.userId, day: '2026-03-10', count: 1, lastUsedAt: noon }
      await write<'record-requests'>({ kind: 'record-requests', requests: [counted] })
      await write<'forget-sign-ins'>({ kind: 'forget-sign-ins', at: noon + 2 * dayMs })
      for (const userId of ['U-by-key', 'U-stays']) {
        const made = { ...key(`k-${userId}`, userId), expiresAt: null }
        await write<'create-key'>({ kind: 'create-key', by: operator, at: noon, key: made })
      }
      const link = { hash: 'h-link', userId: 'U-by-link', expiresAt: noon + dayMs }
      await write<'create-sign-in-code'>({ kind: 'create-sign-in-code', by: operator, at: noon, ...link })
      const people = ['U-by-key', 'U-by-link', 'U-by-requests']
      const entries = people.map(
        (userId) => ({ kind: 'person', subject: subjectOf(userId), channelSubject: null, at: noon + 1 }) as const,
      )
      await write<'repeat-erasures'>({ kind: 'repeat-erasures', at: noon, entries })
      await finishAll()
      for (const userId of people) {
        assert.deepEqual(await world.store.listRequestsOf(userId, { from: '2026-03-01', to: '2026-03-31' }), [], userId)
        await assert.rejects(erase(userId), /No data found/, userId)
      }
      assert.equal((await world.store.listKeysOf('U-stays')).length, 1, 'control')
    })
  })
}
