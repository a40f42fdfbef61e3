import type { ImportState, ImportWish } from '../../../src/domain/imports/import-life.ts'
import type { ImportedRow } from '../../../src/ports/commands/imports.ts'
import type { Draws, Group, World } from './world.ts'
import { id, inGroup, noon, operator, people, pickFrom, pickGroup } from './world.ts'

/** Chat histories: a few imports in each group, whose files overlap. */
export const ofImports: Draws<
  'open-history' | 'steer-history' | 'note-reading' | 'record-history' | 'add-imported' | 'remove-imported'
> = {
  'open-history': {
    draw: (world) => ({
      kind: 'open-history',
      ...inGroup(world, pickGroup(world)),
      fileName: 'history.txt',
      sha256: id(),
      sizeBytes: 100,
      choices: '{}',
    }),
  },
  'steer-history': {
    async draw(world) {
      const { random, store } = world
      const { channelId, channelNo } = pickGroup(world)
      const found = pickFrom(await store.listImports(channelNo), random)
      if (!found) return undefined
      const { importNo, state } = found
      // Now and then one that is refused. Its state may also have changed since.
      const wish = random.pick(random.chance(80) ? fitting[state] : wishes)
      return { kind: 'steer-history', by: operator, at: world.now(), channelId, importNo, wish }
    },
  },
  'note-reading': {
    draw(world) {
      const { channelId, importNo } = anImport(world)
      return { kind: 'note-reading', channelId, importNo, reading: 1, reached: world.random.below(100) }
    },
  },
  'record-history': {
    draw: (world) => ({
      kind: 'record-history',
      ...anImport(world),
      reading: 1,
      result: { preview: '{}', choices: '{}' },
    }),
  },
  'add-imported': {
    draw(world) {
      const outcome = world.random.chance(50) ? { outcome: '{}' } : {}
      return {
        kind: 'add-imported',
        ...anImport(world),
        messages: messagesOf(world),
        gaps: [],
        reached: 10,
        ...outcome,
      }
    },
  },
  'remove-imported': {
    draw: (world) => ({ kind: 'remove-imported', ...anImport(world), limit: 5 }),
  },
}

const wishes: readonly ImportWish[] = ['commit', 'undo', 'drop', 'read-again']
const fitting: Record<ImportState, readonly ImportWish[]> = {
  reading: ['drop', 'read-again', 'read-again'],
  refused: ['drop', 'read-again'],
  ready: ['commit', 'commit', 'commit', 'drop', 'read-again'],
  done: ['undo'],
  writing: wishes,
  undoing: wishes,
  undone: wishes,
  dropped: wishes,
}

function anImport(world: World): { channelId: string; importNo: number; at: number } {
  const group: Group = pickGroup(world)
  return { channelId: group.channelId, importNo: 1 + world.random.below(4), at: world.now() }
}

function messagesOf({ random }: World): ImportedRow[] {
  const first = random.below(10)
  return Array.from({ length: 6 }, (_, index) => ({
    messageId: `import_${first + index}`,
    time: noon - (100 - first - index) * 60_000,
    precisionMs: random.pick([1000, 60_000] as const),
    senderId: random.pick([...people, 'import:someone']),
    senderName: 'Someone',
    ...(random.below(3) === 0 && { isSimilar: true }),
    content: index < 2 ? { type: 'image' } : { type: 'text', text: `Line ${first + index}` },
    ...(index === 0 ? { file: random.pick(['damaged', { sha256: id(), sizeBytes: 10 }] as const) } : {}),
  }))
}
