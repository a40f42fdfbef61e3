import { isQuestion } from '../assistant/unanswered/is-question.ts'
import { foldText, type SearchableText } from '../search/search-words.ts'
import { hasWanted, type Question, type QuestionTerm } from './read-question.ts'

/** A message that may answer a question. */
export type Candidate = {
  id: string
  time: number
  text: string
  senderName: string
  /** The message it replies to. */
  quotedId: string | undefined
}

export type Ranked<C extends Candidate = Candidate> = {
  candidate: C
  score: number
  /** The share of the question that the message and what was said before it contain, by the weight of the words. */
  covered: number
}

/** How many messages contain each term of a question, of how many. */
export type Frequencies = { counts: readonly number[]; total: number }

/** What came before counts less the further away it is. */
const contextShares = [0.7, 0.6, 0.5, 0.4, 0.3, 0.25]
/** In a pause of this length, people start to talk about something else. */
const conversationGapMs = 30 * 60_000
/** The next person who writes after a question most likely answers it. */
const answerShares = [1, 0.85, 0.65]
const quotedShare = 0.9
const nameShare = 0.5
const partOfWordShare = 0.5
const ownShareWeight = 0.5
const questionShare = 0.6

/**
 * The messages that answer a question best, best first. A message counts for the words it contains, rare ones more, and for those
 * in what it replies to: its quoted message and the messages right before it. `candidates` are in order of time.
 */
export function rankMessages<C extends Candidate>(
  question: Question,
  candidates: readonly C[],
  frequencies: Frequencies,
): Ranked<C>[] {
  const { terms } = question
  const weights = terms.map((_, at) => weightOf(frequencies, at))
  const whole = weights.reduce((sum, weight) => sum + weight, 0)
  if (whole === 0) return []
  const own = candidates.map((candidate) => findTerms(terms, candidate))
  const asks = candidates.map(({ text }) => isQuestion(text))
  const places = new Map(candidates.map(({ id }, at) => [id, at]))
  const ranked = candidates.map((candidate, at): Ranked<C> => {
    const shares = (own[at] as number[]).map((share) => share)
    const raise = (from: number, factor: number) => {
      for (const [term, share] of (own[from] as number[]).entries()) {
        shares[term] = Math.max(shares[term] as number, share * factor)
      }
    }
    for (const [distance, factor] of contextShares.entries()) {
      const before = candidates[at - 1 - distance]
      if (!before || candidate.time - before.time > conversationGapMs) break
      const isAnswer =
        distance < answerShares.length && before.senderName !== candidate.senderName && asks[at - 1 - distance]
      raise(at - 1 - distance, isAnswer ? (answerShares[distance] as number) : factor)
    }
    const quoted = candidate.quotedId === undefined ? undefined : places.get(candidate.quotedId)
    if (quoted !== undefined) raise(quoted, quotedShare)
    const sum = (list: readonly number[]) =>
      list.reduce((total, share, term) => total + share * (weights[term] as number), 0)
    const ownShare = sum(own[at] as number[]) / whole
    const covered = sum(shares) / whole
    return {
      candidate,
      covered,
      score: (covered + ownShareWeight * ownShare) * likelihoodOf(question, candidate.text, asks[at] === true),
    }
  })
  const latest = candidates.at(-1)?.time ?? 0
  const first = candidates[0]?.time ?? 0
  const recency = ({ candidate }: Ranked<C>) => 1 + 0.05 * ((candidate.time - first) / Math.max(1, latest - first))
  return ranked
    .filter(({ score }) => score > 0)
    .toSorted((one, other) => other.score * recency(other) - one.score * recency(one))
}

/** Rare words say more. A word that no message contains says nothing about any of them. */
function weightOf({ counts, total }: Frequencies, term: number): number {
  const count = counts[term] ?? 0
  return count === 0 ? 0.5 : Math.log(1 + total / count)
}

/** For each term, how much this message counts as containing it. */
function findTerms(terms: readonly QuestionTerm[], { text, senderName }: Candidate): number[] {
  const folded = foldText(text)
  const name = foldText(senderName)
  return terms.map(({ word, stem }) => {
    const found = word.find(folded)
    if (found) return startsWord(folded, stem) ? 1 : partOfWordShare
    return word.find(name) ? nameShare : 0
  })
}

/** In scripts with spaces, `art` isn't what `start` is about. Other scripts have no such limits. */
function startsWord({ loose }: SearchableText, stem: string): boolean {
  if (!/^[\p{scx=Latin}\p{scx=Cyrl}\p{scx=Grek}]/u.test(stem)) return true
  for (let at = loose.units.indexOf(stem); at >= 0; at = loose.units.indexOf(stem, at + 1)) {
    if (at === 0 || !/[\p{L}\p{N}]/u.test(loose.units[at - 1] as string)) return true
  }
  return false
}

/** Questions rarely answer questions, and what has a time answers one about when. */
function likelihoodOf({ wants }: Question, text: string, asks: boolean): number {
  let likelihood = asks ? questionShare : 1
  for (const wanted of wants) if (hasWanted(wanted, text)) likelihood *= 1.3
  return likelihood
}
