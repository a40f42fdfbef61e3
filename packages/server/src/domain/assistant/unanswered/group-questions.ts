import { fold } from '../matching/fold.ts'
import { buildLikeness } from '../matching/similar.ts'

export type Asked = { messageId: string; at: number; text: string; userId: string | null }

/** Questions that mean about the same. */
export type QuestionGroup = {
  /** As it was asked most recently. */
  latest: Asked
  /** Other ways in which it was asked, the latest first. */
  variants: string[]
  messages: number
  /** How many people asked. Those whom the platform doesn't identify count as one. */
  people: number
}

/** How many different wordings are compared with each other: the most frequent ones, then the latest. */
const mostCompared = 500
/** How similar two wordings must be to count as one question. A rule answers at less, but here a wrong pair hides a question. */
const threshold = 0.6
const mostVariants = 5

type Wording = { asked: Asked[]; latest: Asked }

/** Groups questions, the most frequent first, at most `most`. In small steps, so that others get their turn in between. */
export function* groupQuestions(questions: readonly Asked[], most: number): Generator<void, QuestionGroup[]> {
  const wordings = listWordings(questions).slice(0, mostCompared)
  const rules = wordings.map(({ latest }) => ({ question: latest.text, keywords: [], match: 'similar' as const }))
  const matcher = yield* buildLikeness(rules, 'keyword')
  const taken = new Set<number>()
  const groups: QuestionGroup[] = []
  for (const [index, { latest }] of wordings.entries()) {
    if (taken.has(index)) continue
    const near = matcher
      .find(latest.text)
      .filter(({ rule, score }) => rule !== index && !taken.has(rule) && (score ?? 0) >= threshold)
      .map(({ rule }) => rule)
    for (const one of [index, ...near]) taken.add(one)
    groups.push(joinWordings([index, ...near].flatMap((one) => wordings[one] ?? [])))
    yield
  }
  return groups.sort(moreFrequent).slice(0, most)
}

/** Those that differ only in case, spaces and punctuation are one. */
function listWordings(questions: readonly Asked[]): Wording[] {
  const same = Map.groupBy(questions, ({ text }) =>
    fold(text)
      .replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
      .trim(),
  )
  return [...same.values()]
    .map((asked) => ({ asked, latest: latestOf(asked) }))
    .sort((one, other) => other.asked.length - one.asked.length || other.latest.at - one.latest.at)
}

function joinWordings(wordings: readonly Wording[]): QuestionGroup {
  const asked = wordings.flatMap((one) => one.asked)
  const latest = latestOf(asked)
  const others = wordings.filter((one) => one.latest !== latest).sort((one, other) => other.latest.at - one.latest.at)
  return {
    latest,
    variants: others.slice(0, mostVariants).map((one) => one.latest.text),
    messages: asked.length,
    people: new Set(asked.map(({ userId }) => userId)).size,
  }
}

function latestOf(asked: readonly Asked[]): Asked {
  return asked.reduce((latest, one) => (one.at >= latest.at ? one : latest))
}

function moreFrequent(one: QuestionGroup, other: QuestionGroup): number {
  return other.messages - one.messages || other.latest.at - one.latest.at
}
