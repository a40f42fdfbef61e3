import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { UnsentPlace } from '../../../src/domain/imports/unsent-meanwhile.ts'
import type { ImportedRow } from '../../../src/ports/commands/imports.ts'
import { unsent } from '../../support/content/chat-events.ts'
import { message } from '../../support/content/events.ts'
import { blob, dayMs, movesOn } from '../removal-moves.ts'
import { noon, type OpenStore, operator, shareStoreWorld } from '../store-world.ts'

/** Merging chat histories: what imports add, what they must not bring back, and what is left when they are undone. */
export function importsSuite(open: OpenStore): void {
  const world = shareStoreWorld(open)
  const { newChannel, text, idsIn, finishAll, erase, released, preview } = movesOn(world)
  const minuteMs = 60_000

  const line = (id: string, more: Partial<ImportedRow> = {}): ImportedRow => ({
    messageId: `import_${id}`,
    time: noon - dayMs + id.charCodeAt(0) * minuteMs,
    precisionMs: minuteMs,
    senderId: 'import:ann',
    senderName: 'Ann',
    content: { type: 'text', text: `Line ${id}` },
    ...more,
  })
  const openImport = async (channelId: string, sha256 = blob('f')) => {
    const file = { fileName: 'history.txt', sha256, sizeBytes: 10, choices: '{}' }
    const { importNo } = await world.store.write<'open-history'>({
      kind: 'open-history',
      by: operator,
      at: noon,
      channelId,
      ...file,
    })
    const result = { preview: '{"samples":["Line a"]}', choices: '{}' }
    const read = { at: noon, channelId, importNo, reading: 1, result }
    await world.store.write<'record-history'>({ kind: 'record-history', ...read })
    return importNo
  }
  const steer = (channelId: string, importNo: number, wish: 'commit' | 'undo' | 'drop') =>
    world.store.write<'steer-history'>({ kind: 'steer-history', by: operator, at: noon, channelId, importNo, wish })
  const add = (
    channelId: string,
    importNo: number,
    messages: ImportedRow[],
    outcome?: string,
    gaps: UnsentPlace[] = [],
  ) =>
    world.store.write<'add-imported'>({
      kind: 'add-imported',
      at: noon,
      channelId,
      importNo,
      messages,
      gaps,
      reached: messages.length,
      ...(outcome === undefined ? {} : { outcome }),
    })
  const importAll = async (channelId: string, messages: ImportedRow[]) => {
    const importNo = await openImport(channelId)
    await steer(channelId, importNo, 'commit')
    await add(channelId, importNo, messages, '{}')
    return importNo
  }
  const undo = async (channelId: string, importNo: number, limit = 2) => {
    await steer(channelId, importNo, 'undo')
    await finishUndo(channelId, importNo, limit)
  }
  const finishUndo = async (channelId: string, importNo: number, limit = 2) => {
    const remove = () =>
      world.store.write<'remove-imported'>({ kind: 'remove-imported', at: noon, channelId, importNo, limit })
    while ((await remove()).more);
  }
  const find = async (channelId: string, importNo: number) =>
    await world.store.findImport((await world.look(channelId)).channelNo, importNo)
  /** Everything that a reader or an export can see, without numbers of arrival. */
  const shown = async (channelId: string) => {
    const { channelNo } = await world.look(channelId)
    const look = { from: 0, to: noon + dayMs, after: undefined, examine: 1000, sender: null, type: null, isWhole: true }
    const { entries } = await world.store.readForExport(channelNo, look)
    return entries.map((entry) =>
      entry.kind === 'message'
        ? { time: entry.time, message: entry.message, details: entry.details, media: entry.media }
        : entry.kind,
    )
  }

  test('adds messages among those that are here, without counting them as new ones', async () => {
    const channel = await newChannel('U1')
    await world.receive(text(channel, 'live', 'U1'))
    const before = await world.look(channel)
    await importAll(channel, [line('a'), line('b', { senderId: 'U1', content: { type: 'image' } })])
    assert.deepEqual(await idsIn(channel), ['import_a', 'import_b', 'live'])
    const [first, second] = await world.messages(channel)
    assert.deepEqual(first?.sender, { id: 'import:ann', name: 'Ann' })
    assert.equal(second?.sender.id, 'U1')
    assert.notEqual(second?.sender.name, 'Ann', 'a member has the name that they have here')
    const { channelNo } = before
    const changes = await world.store.listChanges(channelNo, 0, 1000)
    const kinds = changes.map(({ change }) => (change.kind === 'messages' && change.isImported ? 'quiet' : change.kind))
    assert.deepEqual(kinds.slice(-2), ['quiet', 'reset'])
  })

  test('adding the same slice twice adds nothing', async () => {
    const channel = await newChannel()
    const importNo = await openImport(channel)
    await steer(channel, importNo, 'commit')
    assert.deepEqual(await add(channel, importNo, [line('a'), line('b')]), { kind: 'going-on', added: 2 })
    const once = await shown(channel)
    assert.deepEqual(await add(channel, importNo, [line('a'), line('b')], '{}'), { kind: 'done', added: 0 })
    assert.deepEqual(await shown(channel), once)
  })

  describe('undoing', () => {
    const a = [
      line('a', { isSimilar: true }),
      line('b', { time: noon - dayMs + 30_000, isSimilar: true }),
      line('c', { isSimilar: true }),
      line('p', { content: { type: 'image' } }),
    ]
    const b = [
      line('b', { time: noon - dayMs + 10_000, senderName: 'Annie', precisionMs: 1000 }),
      line('c', { isSimilar: true }),
      line('p', { content: { type: 'image' } }),
    ]
    for (const [name, first, second] of [
      ['the first of two imports leaves what the second alone would have made', a, b],
      ['the first leaves that of the second in the other order, too', b, a],
    ] as const) {
      test(name, async () => {
        const [both, alone] = [await newChannel(), await newChannel()]
        const number = await importAll(both, [...first])
        await importAll(both, [...second])
        await undo(both, number)
        await importAll(alone, [...second])
        assert.deepEqual(await shown(both), await shown(alone))
        assert.equal((await idsIn(both)).length, second.length)
      })
    }

    test('the last of two imports leaves what the first alone would have made', async () => {
      const [both, alone] = [await newChannel(), await newChannel()]
      await importAll(both, a)
      await undo(both, await importAll(both, b), 1)
      await importAll(alone, a)
      assert.deepEqual(await shown(both), await shown(alone))
    })

    test('all imports leaves the channel as it was', async () => {
      const channel = await newChannel('U1')
      await world.receive(text(channel, 'kept', 'U1'))
      const before = await shown(channel)
      const numbers = [await importAll(channel, a), await importAll(channel, b)]
      for (const number of numbers) await undo(channel, number, 1)
      assert.deepEqual(await shown(channel), before)
    })
  })

  test('while one import writes, no other one begins or is undone', async () => {
    const channel = await newChannel()
    const done = await importAll(channel, [line('a')])
    const [one, other] = [await openImport(channel), await openImport(channel)]
    await steer(channel, one, 'commit')
    await assert.rejects(steer(channel, other, 'commit'), /Another import of this channel/)
    await assert.rejects(steer(channel, done, 'undo'), /Another import of this channel/)
    await assert.rejects(steer(channel, one, 'undo'), /Only an import that is finished can be undone/)
    await assert.rejects(steer(channel, one, 'drop'), /can only be undone/)
  })

  test('a finished import keeps neither the file nor names and samples', async () => {
    const channel = await newChannel()
    await released()
    const importNo = await openImport(channel, blob('9'))
    assert.equal(await world.store.isBlobReferenced(blob('9')), true)
    await steer(channel, importNo, 'commit')
    await add(channel, importNo, [line('a')], '{"new":1}')
    assert.equal(await world.store.isBlobReferenced(blob('9')), false)
    assert.deepEqual(await released(), [blob('9')])
    const ended = await find(channel, importNo)
    assert.deepEqual([ended?.state, ended?.choices, ended?.preview, ended?.outcome], ['done', null, null, '{"new":1}'])
  })

  describe('what is gone stays gone', () => {
    test('a person who was erased while the import was being written', async () => {
      const channel = await newChannel('U-leaves')
      const importNo = await openImport(channel)
      await steer(channel, importNo, 'commit')
      await add(channel, importNo, [line('a', { senderId: 'U-leaves' }), line('b')])
      await erase('U-leaves')
      await finishAll()
      assert.deepEqual(await add(channel, importNo, [line('c', { senderId: 'U-leaves' })]), {
        kind: 'stopped',
        added: 0,
      })
      const { channelNo } = await world.look(channel)
      const [noted] = await world.store.listAudit(channelNo, { before: undefined, limit: 1 })
      assert.deepEqual([noted?.action, noted?.target, noted?.actor], ['import.undone', String(importNo), 'system'])
      await finishUndo(channel, importNo)
      assert.deepEqual(await idsIn(channel), [])
      const again = await importAll(channel, [line('a', { senderId: 'U-leaves' }), line('b')])
      assert.deepEqual(await idsIn(channel), ['import_b'])
      await undo(channel, again)
    })

    test('what was unsent after the file was compared', async () => {
      const channel = await newChannel('U1')
      const at = line('c').time
      await world.receive(text(channel, 'early', 'U1', at + 20_000))
      await world.receive(unsent(channel, noon, 'early'))
      const { channelNo } = await world.look(channel)
      const look = { from: 0, to: noon, after: undefined, examine: 10, sender: null, type: null, isWhole: true }
      const known = (await world.store.readForExport(channelNo, look)).entries.flatMap((entry) =>
        entry.kind === 'gap' ? [[entry.time, entry.seq] as const] : [],
      )
      assert.equal(known.length, 1)
      await world.receive(text(channel, 'late', 'U1', line('f').time + 20_000))
      await world.receive(unsent(channel, noon, 'late'))
      const importNo = await openImport(channel)
      await steer(channel, importNo, 'commit')
      const lines = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'].map((id) => line(id))
      await add(channel, importNo, lines, '{}', known)
      assert.deepEqual(
        await idsIn(channel),
        ['a', 'b', 'c', 'd', 'h'].map((id) => `import_${id}`),
      )
    })

    test('what someone says in private', async () => {
      const channel = await newChannel('U-quiet')
      const said = message(channel, noon, { from: 'U-quiet', content: { type: 'text', text: '/private' } })
      await world.receive({ ...said, reply: { token: 't', expiresAt: noon + 50_000, isOneUse: true, cost: 'free' } })
      const late = { senderId: 'U-quiet', time: noon + minuteMs }
      await importAll(channel, [line('a', { senderId: 'U-quiet' }), line('z', late)])
      assert.deepEqual(await idsIn(channel), ['import_a'])
    })

    test('what expires after an import comes back with none', async () => {
      const channel = await newChannel()
      await importAll(channel, [line('a')])
      const change = { retentionDays: 1 }
      await world.store.write<'change-settings'>({
        kind: 'change-settings',
        by: operator,
        at: noon,
        channelId: channel,
        change,
      })
      const expire = { at: noon + 5 * dayMs, ceilingDays: null, limit: 1000 }
      await world.store.write<'delete-expired'>({ kind: 'delete-expired', ...expire })
      const { channelNo } = await world.look(channel)
      assert.deepEqual(await idsIn(channel), [])
      assert.deepEqual([...(await world.store.listImportsOf(channelNo, ['import_a']))], [])
    })

    test('the files of messages, whatever deletes them', async () => {
      const channel = await newChannel('U-goes')
      const withFile = (id: string, letter: string, more: Partial<ImportedRow> = {}) =>
        line(id, { content: { type: 'image' }, file: { sha256: blob(letter), sizeBytes: 10 }, ...more })
      const old = { time: noon - 9 * dayMs }
      await importAll(channel, [
        withFile('a', '1', { senderId: 'U-goes' }),
        withFile('b', '2', old),
        withFile('c', '3'),
        withFile('d', '3'),
      ])
      // This one is another file of the same message, which isn't shown.
      await importAll(channel, [withFile('d', '4')])
      await preview(channel, 'import_c', blob('5'))
      const left = async () => {
        const all = ['1', '2', '3', '4', '5'].map(async (letter) =>
          (await world.store.isBlobReferenced(blob(letter))) ? letter : '',
        )
        return (await Promise.all(all)).join('')
      }
      assert.equal(await left(), '12345')
      await released()
      await erase('U-goes')
      await finishAll()
      assert.deepEqual([await left(), (await released()).includes(blob('1'))], ['2345', true])
      const change = { retentionDays: 5 }
      const settings = { by: operator, at: noon, channelId: channel, change }
      await world.store.write<'change-settings'>({ kind: 'change-settings', ...settings })
      const expire = { at: noon, ceilingDays: null, limit: 1000 }
      await world.store.write<'delete-expired'>({ kind: 'delete-expired', ...expire })
      assert.deepEqual([await left(), (await released()).includes(blob('2'))], ['345', true])
      const { name } = await world.store.getChannel((await world.look(channel)).channelNo)
      await world.store.write<'delete-channel'>({
        kind: 'delete-channel',
        by: operator,
        at: noon,
        channelId: channel,
        confirm: name,
      })
      await finishAll()
      assert.equal(await left(), '')
      assert.deepEqual([...new Set(await released())], [blob('3'), blob('4'), blob('5')])
    })

    test('a file that vanished from the disk takes only the message that showed it', async () => {
      const channel = await newChannel()
      const file = (letter: string) =>
        ({ content: { type: 'image' }, file: { sha256: blob(letter), sizeBytes: 10 } }) as const
      await importAll(channel, [line('a', file('6')), line('b', file('6'))])
      await importAll(channel, [line('b', file('5'))])
      await world.store.write<'forget-vanished'>({ kind: 'forget-vanished', at: noon, sha256s: [blob('6')] })
      assert.deepEqual(await idsIn(channel), ['import_b'])
      assert.equal(await world.store.isBlobReferenced(blob('6')), false)
    })

    test('a channel with its imports', async () => {
      const channel = await newChannel()
      await importAll(channel, [line('a')])
      await openImport(channel, blob('8'))
      const { channelNo } = await world.look(channel)
      const { name } = await world.store.getChannel(channelNo)
      const gone = { by: operator, at: noon, channelId: channel, confirm: name }
      await world.store.write<'delete-channel'>({ kind: 'delete-channel', ...gone })
      assert.equal(await world.store.isBlobReferenced(blob('8')), false)
      assert.deepEqual(await world.store.listImports(channelNo), [])
    })
  })

  test('nothing is imported while no one subscribes', async () => {
    const channel = await world.channel({ owner: 'U-owner' })
    await assert.rejects(openImport(channel), /No one subscribes/)
  })
}
