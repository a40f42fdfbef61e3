import { type Draws, id, later, operator, people, pickFrom, type World } from './world.ts'

/** Notifications of browsers, and what operators are told. */
export const ofNotifications: Draws<
  | 'turn-on-notifications'
  | 'turn-off-notifications'
  | 'record-notified'
  | 'note-findings'
  | 'note-alerts'
  | 'aim-alerts'
  | 'record-alerts'
  | 'keep-server-key'
> = {
  'turn-on-notifications': {
    draw(world) {
      const keyId = pickFrom(world.signIns, world.random)
      if (keyId === undefined) return undefined
      // Few, so that a browser is also taken from whoever was signed in there before.
      const endpoint = `https://push.test/${world.random.below(10)}`
      const target = { endpoint, p256dh: id(), auth: id() }
      const whose = { keyId, userId: world.random.pick(people), serverKey: 'key' }
      return { kind: 'turn-on-notifications', by: operator, at: world.now(), ...whose, target }
    },
  },
  'turn-off-notifications': {
    draw(world) {
      const keyId = pickFrom(world.signIns, world.random)
      return keyId === undefined ? undefined : { kind: 'turn-off-notifications', by: operator, at: world.now(), keyId }
    },
  },
  'record-notified': {
    draw(world) {
      const keyIds = world.random.shuffle(world.signIns).slice(0, 3)
      return { kind: 'record-notified', browsers: keyIds.map((keyId) => drawResult(world, keyId)) }
    },
  },
  'note-findings': {
    draw: (world) => ({
      kind: 'note-findings',
      at: world.now(),
      findings: ['disk-full', 'no-snapshot', 'late-answers'].filter(() => world.random.chance(50)),
    }),
  },
  'note-alerts': {
    draw(world) {
      const found = (['not-connected', 'never-backed-up'] as const).filter(() => world.random.chance(50))
      const findings = found.map((kind) => ({ name: kind, finding: { level: 'care', kind } as const }))
      return { kind: 'note-alerts', at: later(world), findings, canEnd: world.random.chance(80) }
    },
  },
  'aim-alerts': {
    draw: (world) => ({
      kind: 'aim-alerts',
      at: world.now(),
      way: world.random.pick(['mail', 'webhook']),
      targetHash: world.random.pick([null, 'one', 'other']),
    }),
  },
  'record-alerts': {
    draw(world) {
      const at = world.now()
      const names = ['not-connected', 'never-backed-up'].filter(() => world.random.chance(50))
      return {
        kind: 'record-alerts',
        at,
        way: world.random.pick(['mail', 'webhook']),
        targetHash: world.random.pick(['one', 'other']),
        pace: { nextAt: at + 30_000, failures: world.random.below(3) },
        reason: '',
        told: names.map((name) => ({ name, beganAt: at, told: world.random.pick(['began', 'over']) })),
      }
    },
  },
  'keep-server-key': {
    draw: (world) => ({
      kind: 'keep-server-key',
      at: world.now(),
      name: 'notificationKey',
      sealed: id(),
      replaces: world.random.chance(50) ? null : id(),
    }),
  },
}

function drawResult(world: World, keyId: string) {
  const channels = world.random.shuffle(world.groups).slice(0, 4)
  return {
    keyId,
    pace: { kind: 'wait', nextAt: world.now() + 60_000, failures: 0 } as const,
    findingsAt: world.now(),
    changes: channels.map(({ channelNo }) => ({ channelNo, no: world.random.between(1, 50) })),
  }
}
