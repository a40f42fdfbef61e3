import type { AnsweringRule, Assistant, Found } from './assistant.ts'
import { rankFound } from './decide-answer.ts'
import type { Past } from './replay-messages.ts'
import { decideInForce } from './schedule.ts'

/** Two rules that were meant by the same messages. `firstWins`: in how many of them `first` goes before `second`. */
export type Conflict = {
  first: AnsweringRule
  second: AnsweringRule
  messages: number
  firstWins: number
  /** One of the messages in which `first` wins, the latest. */
  sampleId: string
}

export type Conflicts = {
  take(message: Past, found: readonly Found[]): void
  /** The most frequent first. */
  list(most: number): Conflict[]
  /** Whether there were more pairs than are counted. */
  readonly areTooMany: boolean
}

/** Of a message: if more rules than this match it, the other pairs add nothing new. */
const mostRulesOfOne = 10
/** So that many rules for the same word do not fill the memory. */
const mostPairs = 20_000

type Counted = { one: AnsweringRule; other: AnsweringRule; wins: number; losses: number; won: string; lost: string }

/**
 * Counts which rules want the same messages. Cooldowns play no part: that a rule is silent for a moment does not settle which of
 * two should have spoken. `only`: pairs of this rule alone.
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

/** Each with the one that goes first at the front. */
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
