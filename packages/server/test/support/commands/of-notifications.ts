import { type Draws, id, operator, people, pickFrom, type World } from './world.ts'

/** Notifications of browsers, and what operators are told. */
export const ofNotifications: Draws<
  'turn-on-notifications' | 'turn-off-notifications' | 'record-notified' | 'note-findings' | 'keep-server-key'
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
