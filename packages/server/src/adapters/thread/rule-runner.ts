import { availableParallelism } from 'node:os'
import type { Found } from '../../domain/assistant/answering/assistant.ts'
import { TooBusy } from '../../domain/assistant/answering/undecided.ts'
import { createRecentUsage } from '../../domain/usage/recent-usage.ts'
import type { RuleRunner } from '../../ports/rule-runner.ts'
import { type Call, type MatchLane, openMatchLane } from './match-lane.ts'

const mib = 1024 * 1024
/** A thread that hasn't responded this long after its turn is terminated; it checks the time itself between patterns. */
const standardGraceMs = 4_000
/** A thread of low priority may wait for the processor. */
const patience = 4

/** Half of what someone used is forgotten after this long. */
const halfLifeMs = 60_000
/** Callers that used more than this recently go to the slow lane: an ordinary message takes a few milliseconds. */
const heavyMs = 1_000
/** In the slow lane. Refused work is retried later: see `find-answer`. */
const mostOfOnePerson = 2
const mostInAll = 8

/** For messages in chats. A channel always has the same thread, in which its rules are compiled. */
const standardThreads = Math.min(8, availableParallelism())
/** Of all of them together, but none has less than a third. */
const quickMib = 96

/**
 * Threads, each started when it is first needed: as many as there are cores for messages in chats, one for those of people whose
 * messages took long recently, and one for trials. In each, the caller with the least recent usage is served first, so heavy
 * users delay only themselves.
 */
export function createRuleRunner(options: { thread?: URL; graceMs?: number; threads?: number } = {}): RuleRunner {
  const { thread = new URL('./rule-thread.ts', import.meta.url), graceMs = standardGraceMs } = options
  const { threads = standardThreads } = options
  const now = () => performance.now()
  const usage = { live: createRecentUsage(halfLifeMs, now), trial: createRecentUsage(halfLifeMs, now) }

  function openLane(purpose: 'live' | 'trial', niceness: number, mostBytes: number): MatchLane {
    const used = usage[purpose]
    return openMatchLane({
      thread,
      mostBytes,
      niceness,
      graceMs: niceness === 0 ? graceMs : graceMs * patience,
      loadOf: ({ person, channel }) => ({ person: used.msOf(person), channel: used.msOf(channel) }),
      noteUsage({ person, channel }, ms) {
        used.note(person, ms)
        if (channel !== person) used.note(channel, ms)
      },
      requeue: (call) => place(call, purpose),
    })
  }

  const quickBytes = Math.max(quickMib / threads, quickMib / 3) * mib
  const quick = Array.from({ length: threads }, () => openLane('live', 0, quickBytes))
  const lanes = { slow: openLane('live', 15, 64 * mib), trial: openLane('trial', 19, 64 * mib) }
  const all = [...quick, ...Object.values(lanes)]

  /** A call that moved to the slow lane stays there until it is done, because its rules are compiled there. */
  function place(call: Call, purpose: 'live' | 'trial'): void {
    if (purpose === 'trial') lanes.trial.add(call)
    else if (call.isSlow) lanes.slow.add(call)
    else if (usage.live.msOf(call.person) <= heavyMs) quick[call.channelNo % threads]?.add(call)
    else if (isSlowLaneFull(call)) call.reject(new TooBusy())
    else lanes.slow.add(Object.assign(call, { isSlow: true, isUnready: false, preparedMs: 0 }))
  }

  function isSlowLaneFull({ person: whose }: Call): boolean {
    return lanes.slow.count(({ person }) => person === whose) >= mostOfOnePerson || lanes.slow.count() >= mostInAll
  }

  return {
    async match(set, texts, { channelNo, userId, purpose }, { limitMs, signal }) {
      signal?.throwIfAborted()
      if (texts.length === 0) return []
      const { promise, resolve, reject } = Promise.withResolvers<Found[][]>()
      const channel = `channel ${channelNo}`
      const person = userId === null ? channel : `person ${userId}`
      const progress = { found: [], part: { found: [], next: 0 }, slowest: null, spentMs: 0, preparedMs: 0 }
      const flags = { isUnready: false, isSlow: false }
      const whose = { person, channel, channelNo }
      const call: Call = { set, texts, limitMs, signal, ...whose, ...progress, ...flags, resolve, reject }
      const leave = () => {
        for (const lane of all) lane.remove(call)
        reject(signal?.reason)
      }
      signal?.addEventListener('abort', leave, { once: true })
      place(call, purpose)
      return await promise.finally(() => signal?.removeEventListener('abort', leave))
    },
    async close() {
      await Promise.all(all.map((lane) => lane.close()))
    },
  }
}
