import { subjectOf, subjectOfMessage } from '../../../src/domain/storage/erasure.ts'
import type { Authority } from '../../../src/ports/commands/authority.ts'
import { type Draws, id, later, operator, pickFrom, pickGroup, take, type World } from './world.ts'

/** Retention, erasing, the ledger, snapshots, and what else is kept in order. */
export const ofUpkeep: Draws<
  | 'forget-changes'
  | 'forget-events'
  | 'forget-files'
  | 'forget-vanished'
  | 'delete-expired'
  | 'erase-person'
  | 'erase-self'
  | 'repeat-erasures'
  | 'note-removals'
  | 'repeat-removals'
  | 'number-ledger'
  | 'continue-erasure'
  | 'record-sizes'
  | 'record-media-place'
  | 'begin-snapshot-run'
  | 'finish-snapshot-run'
  | 'note-snapshot-schedules'
> = {
  'begin-snapshot-run': {
    draw: (world) => ({
      kind: 'begin-snapshot-run',
      at: world.now(),
      runId: id(),
      target: world.random.pick(['folder', 'bucket']),
      work: world.random.pick(['snapshot', 'drill']),
      place: 'a place',
    }),
    learn: (world, { runId }) => world.snapshotRuns.push(runId),
  },
  'finish-snapshot-run': {
    draw(world) {
      const runId = take(world.snapshotRuns, world.random)
      if (runId === undefined) return undefined
      const outcome = { state: 'done', reason: '', counts: {}, bytes: 0, verifiedThrough: '', notes: {} } as const
      return { kind: 'finish-snapshot-run', at: world.now(), runId, outcome }
    },
  },
  'note-snapshot-schedules': {
    draw: (world) => ({
      kind: 'note-snapshot-schedules',
      at: world.now(),
      schedule: world.random.pick(['daily 03:00', 'daily 04:00']),
      places: ['a place', 'another place'].filter(() => world.random.chance(50)),
    }),
  },
  'forget-changes': {
    draw: (world) => ({ kind: 'forget-changes', at: later(world), limit: 50, after: 0 }),
  },
  'forget-events': { draw: (world) => ({ kind: 'forget-events', at: later(world), limit: 50 }) },
  'forget-files': { draw: (world) => ({ kind: 'forget-files', releaseIds: [1 + world.random.below(50)] }) },
  'forget-vanished': {
    draw: (world) => ({ kind: 'forget-vanished', at: world.now(), sha256s: [id()] }),
    alone: 'of a copy of the store, before any service uses it',
  },
  'delete-expired': {
    draw: (world) => ({ kind: 'delete-expired', at: later(world), ceilingDays: null, limit: 100 }),
  },
  'erase-person': {
    draw(world) {
      const userId = take(world.expendable, world.random)
      if (userId === undefined) return undefined
      world.erased.push(userId)
      return { kind: 'erase-person', by: operator, at: world.now(), userId, channelId: null }
    },
  },
  'erase-self': {
    draw(world) {
      const userId = [...world.expendable].find((one) => world.callers.has(one))
      if (userId === undefined) return undefined
      world.expendable.splice(world.expendable.indexOf(userId), 1)
      world.erased.push(userId)
      return { kind: 'erase-self', by: ofThemselves(world, userId), at: world.now(), confirm: userId }
    },
  },
  'repeat-erasures': {
    draw(world) {
      const userId = take(world.expendable, world.random)
      if (userId === undefined) return undefined
      world.erased.push(userId)
      const entry = { kind: 'person', subject: subjectOf(userId), channelSubject: null, at: world.now() } as const
      return { kind: 'repeat-erasures', at: world.now(), entries: [entry] }
    },
    alone: 'of a store that was restored, before its service starts',
  },
  'note-removals': {
    draw(world) {
      const { channelId } = pickGroup(world)
      const subject = subjectOfMessage(channelId, id())
      const entry = { kind: 'message', subject, channelSubject: null, at: world.now() } as const
      return { kind: 'note-removals', entries: [entry] }
    },
    alone: 'of a store that is restored, before any service uses it',
  },
  'repeat-removals': {
    draw: (world) => ({ kind: 'repeat-removals', at: world.now(), after: null, limit: 50 }),
    alone: 'of a store that is restored, before any service uses it',
  },
  'number-ledger': { draw: () => ({ kind: 'number-ledger', limit: 100 }) },
  'continue-erasure': { draw: (world) => ({ kind: 'continue-erasure', at: world.now(), limit: 20 }) },
  'record-sizes': {
    draw(world) {
      const group = pickFrom(world.groups, world.random)
      const measured = group && { channelNo: group.channelNo, messageBytes: 5, mediaBytes: 5 }
      return { kind: 'record-sizes', at: world.now(), channels: measured ? [measured] : [] }
    },
  },
  'record-media-place': {
    draw: (world) => ({
      kind: 'record-media-place',
      place: `bucket ${world.random.below(3)}`,
      replaces: world.random.chance(50) ? null : `bucket ${world.random.below(3)}`,
    }),
  },
}

function ofThemselves(world: World, userId: string): Authority {
  const need = { permission: 'key', subscriber: false, writes: true } as const
  return { kind: 'caller', keyId: world.callers.get(userId) ?? '', userId, need }
}
