import { createRandom, generateTalk } from '@innkeeper/testdata'
import { type AnsweringRule, standardRule } from '../packages/server/src/domain/assistant/answering/assistant.ts'
import { buildAutomaton, scan } from '../packages/server/src/domain/assistant/matching/automaton.ts'
import { fold, foldKeyword } from '../packages/server/src/domain/assistant/matching/fold.ts'
import { type FoldedText, foldText, inside } from '../packages/server/src/domain/assistant/matching/folded-text.ts'
import { compileMatcher } from '../packages/server/src/domain/assistant/matching/matcher.ts'
import { startCpuMeter } from './measuring/cpu-time.ts'
import { cpuColumns, cpuRatio, median, medianRatio, note, verdict } from './measuring/figures.ts'
import { rounds } from './measuring/load.ts'

// Complete keyword matching against the bare automaton on texts that are already folded, and against a search for each keyword
// in turn.

const bounds = { bare: 0.5, oneByOne: 100, growth: 2.2 }
const counts = [10, 100, 1_000, 10_000]
const mostKeywords = 10_000
const messageCount = 4_000
/** Searching keyword by keyword is slow, so it runs on a sample of the messages. */
const sampleCount = 40
const roundMs = 150

export async function benchMatch(): Promise<boolean> {
  const messages = createMessages()
  const keywords = createKeywords(messages)
  const matchers = counts.map((count) => compileMatcher(keywords.slice(0, count).map(toRule), 'keyword'))
  const folded = messages.map((text) => {
    const { units, length } = foldText(text)
    return { units: units.slice(0, length), length }
  })
  const words = keywords.map(foldKeyword)
  const automaton = buildAutomaton(words)
  let hits = 0
  const count = () => {
    hits++
  }
  const works: Work[] = [
    {
      name: `bare automaton, ${mostKeywords} keywords`,
      run: (index) => scan(automaton, folded[index] as FoldedText, count),
    },
    ...matchers.map((matcher, at) => ({
      name: `complete matching, ${counts[at]} keywords`,
      run: (index: number) => {
        hits += matcher.find(messages[index] as string).length
      },
    })),
    {
      name: `keyword by keyword, ${mostKeywords} keywords`,
      messageCount: sampleCount,
      run: (index) => {
        hits += findOneByOne(words, messages[index] as string)
      },
    },
  ]
  const results = works.map(() => [] as Result[])
  for (const work of works) measure(work)
  for (let round = 0; round < rounds; round++)
    for (const [at, work] of works.entries()) results[at]?.push(measure(work))
  if (hits === 0) throw new Error('Nothing was found, so nothing was measured')
  return report(works, results, matchers)
}

type Work = { name: string; run(index: number): void; messageCount?: number }

/** Microseconds per message: of the clock, and of CPU time. */
type Result = { micros: number; cpuMicros: number }

function measure({ run, messageCount: most = messageCount }: Work): Result {
  const cpu = startCpuMeter()
  const startedAt = performance.now()
  let done = 0
  do {
    for (let index = 0; index < most; index++) run(index)
    done += most
  } while (performance.now() - startedAt < roundMs)
  return { micros: ((performance.now() - startedAt) * 1000) / done, cpuMicros: cpu() / done }
}

function report(works: Work[], results: Result[][], matchers: { sizeBytes: number }[]): boolean {
  const [bare = [], ...others] = results
  const oneByOne = others.at(-1) ?? []
  const [fewest = [], most = []] = [others[0], others.at(-2)]
  const ratio = (a: Result[], b: Result[]) => medianRatio(a, b, ({ micros }) => micros)
  console.log(`\nKeywords in English, Japanese, Chinese and Thai messages, ${rounds} interleaved rounds, medians`)
  console.table(
    works.map(({ name }, at) => ({
      what: name,
      'messages/s': Math.round(1e6 / median((results[at] ?? []).map(({ micros }) => micros))),
      'µs/message': Number(median((results[at] ?? []).map(({ micros }) => micros)).toFixed(2)),
      ratio: Number(ratio(bare, results[at] ?? []).toFixed(4)),
      ...cpuColumns(results[at] ?? [], bare),
      KiB: Math.round((matchers[at - 1]?.sizeBytes ?? 0) / 1024) || '',
    })),
  )
  note('CPU of complete matching, times that of the bare automaton', cpuRatio(most, bare))
  const verdicts = [
    verdict('complete matching, of the bare automaton', ratio(bare, most), bounds.bare, 'least'),
    verdict('times as fast as keyword by keyword', ratio(oneByOne, most), bounds.oneByOne, 'least'),
    verdict('cost with 10,000 keywords over cost with 10', ratio(most, fewest), bounds.growth, 'most'),
  ]
  return verdicts.every(Boolean)
}

/** A thousand texts of each language, as people write them. */
function createMessages(): string[] {
  const texts: string[] = []
  for (let index = 0; index < 4; index++) {
    const talk = generateTalk({ seed: 'match', index, messages: 3_000, endAt: Date.UTC(2026, 0, 1), days: 90 })
    const said: string[] = []
    for (const event of talk)
      if (event.kind === 'message' && event.content.type === 'text') said.push(event.content.text)
    texts.push(...said.slice(0, messageCount / 4))
  }
  // Flat strings, as parsed from a request. The generator's strings are still ropes of their parts.
  return JSON.parse(JSON.stringify(createRandom('match/messages').shuffle(texts))) as string[]
}

/**
 * Made of the words of the messages: a few single words, mostly two or three together, as in a long list of questions. So nearly
 * every word of a message begins some keyword, as it would among ten thousand.
 */
function createKeywords(messages: string[]): string[] {
  const random = createRandom('match/keywords')
  const vocabularies = [/\p{Script=Latin}/u, /\p{Script=Hiragana}/u, /\p{Script=Thai}/u, /^\p{Script=Han}+$/u].map(
    (script) => [...new Set(messages.filter((text) => script.test(text)).flatMap(wordsOf))],
  )
  const keywords = new Set<string>()
  while (keywords.size < mostKeywords) {
    const at = keywords.size % vocabularies.length
    const size = random.chance(2) ? 1 : random.between(2, 3)
    const picked = Array.from({ length: size }, () => random.pick(vocabularies[at] as string[]))
    const keyword = picked.join(at === 0 ? ' ' : '')
    if (keyword.length > 3) keywords.add(keyword)
  }
  return random.shuffle([...keywords])
}

function wordsOf(text: string): string[] {
  const segments = [...new Intl.Segmenter(undefined, { granularity: 'word' }).segment(text)]
  return segments.filter(({ isWordLike }) => isWordLike).map(({ segment }) => segment)
}

function toRule(keyword: string, index: number): AnsweringRule {
  return { ...standardRule, id: String(index), keywords: [keyword], question: keyword, answer: keyword }
}

/** The text is folded once and the keywords were folded before, so only the search itself remains. */
function findOneByOne(words: string[], message: string): number {
  const text = fold(message)
  const { units, length } = foldText(message)
  const isEdge = (at: number) => at === length || (units[at] as number) < inside
  let found = 0
  for (const word of words) {
    for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) {
      if (!isEdge(at) || !isEdge(at + word.length)) continue
      found++
      break
    }
  }
  return found
}
