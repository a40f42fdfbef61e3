import { hashClaimCode } from '../../../src/domain/channels/claim.ts'
import { drawDelivery, noteReceived } from './deliveries.ts'
import {
  byMember,
  type Draws,
  id,
  inGroup,
  operator,
  people,
  pickFrom,
  pickGroup,
  platform,
  receive,
  take,
} from './world.ts'

/** Members, settings and what platforms report. */
export const ofChannels: Draws<
  | 'receive-events'
  | 'change-role'
  | 'approve-guests'
  | 'hand-over-owner'
  | 'set-status'
  | 'change-settings'
  | 'subscribe'
  | 'unsubscribe'
  | 'delete-channel'
  | 'create-claim-code'
  | 'record-account'
  | 'record-connections'
  | 'note-missed'
  | 'record-reach'
  | 'note-alive'
  | 'note-reported'
  | 'move-chat'
  | 'record-channel'
  | 'record-member'
  | 'record-roster'
  | 'record-admins'
  | 'plan-admins'
  | 'plan-checks'
  | 'record-checks'
  | 'greet-newcomers'
> = {
  'receive-events': { draw: drawDelivery, learn: noteReceived },
  'change-role': {
    draw: (world) => ({
      kind: 'change-role',
      ...inGroup(world, pickGroup(world)),
      userId: world.random.pick(people),
      role: world.random.pick(['admin', 'member'] as const),
    }),
  },
  'approve-guests': {
    draw: (world) => ({
      kind: 'approve-guests',
      ...inGroup(world, pickGroup(world)),
      userIds: ['G1', 'U2'],
    }),
  },
  'hand-over-owner': {
    draw: (world) => ({
      kind: 'hand-over-owner',
      ...inGroup(world, pickGroup(world)),
      userId: world.random.pick(people),
    }),
  },
  'set-status': {
    draw(world) {
      const group = pickFrom(world.spare, world.random)
      const status = world.random.pick(['active', 'disabled'] as const)
      return group && { kind: 'set-status', ...inGroup(world, group), status }
    },
  },
  'change-settings': {
    draw: (world) => ({
      kind: 'change-settings',
      ...inGroup(world, pickGroup(world)),
      change: { retentionDays: 1 + world.random.below(3_000) },
    }),
  },
  subscribe: {
    draw: (world) => ({
      kind: 'subscribe',
      ...inGroup(world, pickGroup(world)),
      by: byMember(world, world.random.pick(people)),
    }),
  },
  // Never the first: without anyone who has a backup, no message would be stored.
  unsubscribe: {
    draw: (world) => ({
      kind: 'unsubscribe',
      ...inGroup(world, pickGroup(world)),
      by: byMember(world, world.random.pick(people.slice(1))),
    }),
  },
  'delete-channel': {
    draw(world) {
      const group = take(world.spare, world.random)
      return group && { kind: 'delete-channel', ...inGroup(world, group), confirm: `Group ${group.channelId}` }
    },
  },
  'create-claim-code': {
    draw(world) {
      const code = id()
      const operatorId = world.operators[0]?.id
      const expiresAt = world.now() + 3_600_000
      const about = { hash: hashClaimCode(code), expiresAt, channelId: null, ...(operatorId && { operatorId }) }
      world.claimCodes.push(code)
      return { kind: 'create-claim-code', by: operator, at: world.now(), ...about }
    },
  },
  'record-account': {
    draw: (world) => ({ kind: 'record-account', at: world.now(), platform, accountId: 'A', name: id() }),
  },
  'record-connections': {
    draw(world) {
      const at = world.now()
      const polled = { polledAt: at, behind: world.random.below(3), conflictAt: null }
      const seen = { webhookAt: at, eventAt: at, redeliveredAt: null, signatureFailedAt: null, refused: 1, ...polled }
      return { kind: 'record-connections', connections: [{ platform, seen }] }
    },
  },
  'note-missed': {
    draw(world) {
      const at = world.now()
      return {
        kind: 'note-missed',
        at,
        platform,
        since: world.random.chance(50) ? null : at - 1_000,
        reason: 'expired',
      }
    },
  },
  'record-reach': {
    draw: (world) => ({
      kind: 'record-reach',
      at: world.now(),
      platform,
      problem: world.random.chance(50) ? null : { reason: 'unreachable', text: 'it can not connect' },
    }),
  },
  'note-alive': {
    draw(world) {
      const at = world.now()
      return { kind: 'note-alive', node: world.random.pick(['a', 'b']), span: { beganAt: at, seenAt: at } }
    },
  },
  'note-reported': {
    draw(world) {
      const rows = [{ from: world.now(), to: world.now() + 1_000, deliveries: 2, detail: 'TIMEOUT' }]
      return { kind: 'note-reported', platform, rows }
    },
  },
  // Events then use either ID, and some of them create a second channel before the move is known.
  'move-chat': {
    async draw(world) {
      const { channelId } = pickGroup(world)
      const to = `${channelId}-moved`
      const channel = { channelId: to, type: 'group' } as const
      const unsent = { kind: 'message-unsent', messageId: id(), eventId: id(), at: world.now(), channel } as const
      if (world.random.chance(50)) await receive(world, world.store, [unsent])
      return { kind: 'move-chat', at: world.now(), from: channelId, to }
    },
  },
  'record-channel': {
    draw: (world) => ({
      kind: 'record-channel',
      at: world.now(),
      channelId: pickGroup(world).channelId,
      name: id(),
    }),
  },
  'record-member': {
    draw: (world) => ({
      kind: 'record-member',
      at: world.now(),
      channelId: pickGroup(world).channelId,
      userId: world.random.pick(people),
      name: id(),
      picture: { id: 'https://pictures.test/1', sha256: id(), contentType: 'image/png' },
    }),
  },
  // Someone who was erased may still be on a platform's list, but then they would be a member again.
  'record-roster': {
    draw: (world) => ({
      kind: 'record-roster',
      at: world.now(),
      channelId: pickGroup(world).channelId,
      userIds: [...people, `R${world.random.below(20)}`],
    }),
  },
  // The owner stays with those who are given the channel in other ways.
  'record-admins': {
    draw(world) {
      const admins = [0, 1, 2].map(() => ({ userId: `A${world.random.below(20)}`, displayName: id() }))
      return {
        kind: 'record-admins',
        at: world.now(),
        channelId: pickGroup(world).channelId,
        owner: undefined,
        admins,
      }
    },
  },
  'plan-admins': {
    draw(world) {
      const after = pickGroup(world).channelNo - 1
      return { kind: 'plan-admins', at: world.now(), platform, checksSight: true, after, limit: 5 }
    },
  },
  'plan-checks': {
    draw(world) {
      const at = world.now()
      const after = pickGroup(world).channelNo - 1
      return { kind: 'plan-checks', at, platform, before: at, after, limit: 5 }
    },
  },
  'record-checks': {
    draw: (world) => ({
      kind: 'record-checks',
      at: world.now(),
      channelId: pickGroup(world).channelId,
      here: [...people],
      gone: [`R${world.random.below(20)}`],
    }),
  },
  'greet-newcomers': {
    draw: (world) => ({
      kind: 'greet-newcomers',
      at: world.now(),
      channelId: pickGroup(world).channelId,
    }),
  },
}
