import type { AnsweringRule, Assistant, Found } from './assistant.ts'
import { rankFound } from './decide-answer.ts'
import type { Past } from './replay-messages.ts'
import { decideInForce } from './schedule.ts'

/** Two rules that match the same messages. `firstWins`: for how many of them `first` beats `second`. */
export type Conflict = {
  first: AnsweringRule
  second: AnsweringRule
  messages: number
  firstWins: number
  /** The latest message for which `first` wins. */
  sampleId: string
}

export type Conflicts = {
  take(message: Past, found: readonly Found[]): void
  /** The most frequent first. */
  list(most: number): Conflict[]
  /** Whether there were more pairs than are counted. */
  readonly areTooMany: boolean
}

/** Rules per message: if more of them match it, the other pairs add nothing new. */
const mostRulesOfOne = 10
/** Bounds memory if many rules have the same keyword. */
const mostPairs = 20_000

type Counted = { one: AnsweringRule; other: AnsweringRule; wins: number; losses: number; won: string; lost: string }

/**
 * Counts which rules match the same messages. Ignores cooldowns, because a temporary silence doesn't decide which of two rules
 * should answer. `only`: only pairs with this rule.
 */
export function startConflicts(assistant: Assistant, { since, only }: { since: number; only?: string }): Conflicts {
  const pairs = new Map<string, Counted>()
  let areTooMany = false
  const count = (winner: AnsweringRule, loser: AnsweringRule, messageId: string) => {
    const isTurned = winner.id > loser.id
    const [one, other] = isTurned ? [loser, winner] : [winner, loser]
    const key = `${one.id} ${other.id}`
    const known = pairs.get(key)
    if (!known && pairs.size >= mostPairs) {
      areTooMany = true
      return
    }
    const pair = known ?? { one, other, wins: 0, losses: 0, won: '', lost: '' }
    if (!known) pairs.set(key, pair)
    if (isTurned) Object.assign(pair, { losses: pair.losses + 1, lost: messageId })
    else Object.assign(pair, { wins: pair.wins + 1, won: messageId })
  }
  return {
    take({ messageId, at }, found) {
      if (at < since || found.length < 2) return
      const wanting = rankFound(assistant, found)
        .map(({ rule }) => rule)
        .filter((rule) => decideInForce(rule, at, assistant.timezone) === 'in-force')
      for (const [winner, loser] of pairsOf(wanting, only)) count(winner, loser, messageId)
    },
    list: (most) =>
      [...pairs.values()]
        .map(toConflict)
        .sort((a, b) => b.messages - a.messages)
        .slice(0, most),
    get areTooMany() {
      return areTooMany
    },
  }
}

/** Each with the winner first. */
function pairsOf(ranked: readonly AnsweringRule[], only: string | undefined): [AnsweringRule, AnsweringRule][] {
  const mine = ranked.find(({ id }) => id === only)
  if (only !== undefined && !mine) return []
  const near = ranked.filter((rule, place) => place < mostRulesOfOne || rule === mine)
  return near.flatMap((winner, place) =>
    near
      .slice(place + 1)
      .filter((loser) => !mine || winner === mine || loser === mine)
      .map((loser): [AnsweringRule, AnsweringRule] => [winner, loser]),
  )
}

function toConflict({ one, other, wins, losses, won, lost }: Counted): Conflict {
  const messages = wins + losses
  return wins >= losses
    ? { first: one, second: other, messages, firstWins: wins, sampleId: won }
    : { first: other, second: one, messages, firstWins: losses, sampleId: lost }
}
