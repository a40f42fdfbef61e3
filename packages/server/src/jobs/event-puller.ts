import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { ConnectionWatch } from '../actions/platforms/connection-watch.ts'
import type { EventIntake } from '../actions/platforms/event-intake.ts'
import { PlatformRefusal } from '../domain/platforms/platform-errors.ts'
import { decidePullPause } from '../domain/platforms/pull-pause.ts'
import type { Clock } from '../ports/clock.ts'
import type { Connector } from '../ports/connector.ts'
import type { HeldTurn } from '../ports/storage/nodes.ts'
import type { Store } from '../ports/store.ts'
import { untilLost } from './until-lost.ts'

/** Asks one platform for events, as long as no other node does. */
export type EventPuller = {
  /** What was received is stored or given up first, so that the store can be closed afterwards. */
  stop(): Promise<void>
}

export type PullerDeps = {
  store: Pick<Store, 'nodes' | 'findSourcePosition' | 'knowsChat'>
  clock: Clock
  intake: Pick<EventIntake, 'takePulled'>
  connections: Pick<ConnectionWatch, 'notePolled' | 'noteConflict' | 'noteToken'>
  log: Pick<Logger, 'info' | 'warn'>
}

/** How often a node that doesn't ask looks whether the one that does is gone. */
const lookEveryMs = 1_000

/** `before`: the puller that this one replaces, which must have stopped. */
export function startEventPuller(
  { store, clock, intake, connections, log }: PullerDeps,
  { platform, pull }: { platform: string; pull: NonNullable<Connector['pull']> },
  before: Promise<unknown> = Promise.resolve(),
): EventPuller {
  const stopping = new AbortController()
  const pause = (ms: number) => sleep(ms, undefined, { signal: stopping.signal, ref: false }).catch(() => {})
  let failures = 0
  /** What was logged last: the same problem is logged once. */
  let problem = ''
  let isTokenRefused = false

  const notePolled = (behind: number | null) => {
    if (problem !== '') log.info({ platform }, 'receiving events again')
    if (isTokenRefused) connections.noteToken(platform, 'accepted')
    failures = 0
    problem = ''
    isTokenRefused = false
    connections.notePolled(platform, { at: clock(), behind })
  }

  const receive = async (turn: Pick<HeldTurn, 'lost'>) => {
    const position = await store.findSourcePosition(platform)
    await pull.run({
      position,
      take: (pulled) => intake.takePulled(platform, pulled),
      knowsChat: store.knowsChat,
      notePolled,
      signal: untilLost(stopping.signal, turn),
    })
  }

  /** Returns how long to wait before it is tried again. */
  const attempt = async (): Promise<number> => {
    try {
      if (store.nodes) await store.nodes.unlessTaken(`polling ${platform}`, receive)
      else await receive({ lost: never })
      return lookEveryMs
    } catch (err) {
      if (stopping.signal.aborted) return 0
      failures++
      return noteFailure(err)
    }
  }

  const noteFailure = (err: unknown): number => {
    const pauseMs = decidePullPause(err, failures)
    const code = err instanceof PlatformRefusal ? err.code : undefined
    if (code === 'conflict') connections.noteConflict(platform, { at: clock() })
    if (code === 'forbidden') {
      connections.noteToken(platform, 'refused')
      isTokenRefused = true
    }
    const words = err instanceof Error ? err.message : String(err)
    if (words !== problem) log.warn({ platform, err, nextInMs: pauseMs }, 'failed to receive events; will retry')
    problem = words
    return pauseMs
  }

  const run = async () => {
    await before
    while (!stopping.signal.aborted) await pause(await attempt())
  }
  const running = run()
  return {
    async stop() {
      stopping.abort()
      await running
    },
  }
}

/** A store that one service has alone is never lost to another. */
const never = new Promise<void>(() => {})
