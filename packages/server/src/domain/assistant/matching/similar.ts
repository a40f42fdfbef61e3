import type { QaMode } from '@innkeeper/contract'
import type { AnsweringRule, Found } from '../answering/assistant.ts'
import { type Features, readFeatures } from './likeness-features.ts'
import type { Matcher } from './matcher.ts'
import { modeOf } from './rule-patterns.ts'

/** How similar a message must be to a question or a keyword. Tuned with the table in the test: if lower, statements match too. */
const threshold = 0.42
/** A statement is answered only if it is nearly the same as the question. */
const statement = 0.8
/** A feature that more questions share says little, and would cost time with each. */
const mostSharing = 2000

type Asking = Pick<AnsweringRule, 'keywords' | 'question' | 'match'>

/**
 * Finds rules by how similar a message is to their question or one of their keywords: the cosine between features, each
 * weighted by how few of the channel's questions have it. It knows words, not meanings: "opening hours" is similar to "when are
 * you open", and not to "from when can I come".
 */
export function createLikeness(rules: readonly Asking[], channelMode: QaMode): Matcher {
  const steps = buildLikeness(rules, channelMode)
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
  }
}

/** The same in small steps, so that others get their turn in between. */
export function* buildLikeness(rules: readonly Asking[], channelMode: QaMode): Generator<void, Matcher> {
  const samples = gatherSamples(rules, channelMode)
  if (samples.length === 0) return { find: () => [], sizeBytes: 100 }
  const features: Features[] = []
  for (const { text } of samples) {
    features.push(readFeatures(text))
    yield
  }
  const index = yield* buildIndex(features)
  return {
    sizeBytes: index.sizeBytes + samples.length * 40 + 1000,
    find(text) {
      const best = new Map<number, Found>()
      const features = readFeatures(text)
      index.compare(features, (sample, likeness) => {
        const { rule, text: by } = samples[sample] as Sample
        const score = Math.min(features.isAsking ? likeness : likeness * statement, 0.999)
        if (score >= threshold && score > (best.get(rule)?.length ?? 0))
          best.set(rule, { rule, by, length: score, score })
      })
      return [...best.values()]
    },
  }
}

type Sample = { rule: number; text: string }

function gatherSamples(rules: readonly Asking[], channelMode: QaMode): Sample[] {
  return rules.flatMap((one, rule) =>
    modeOf(one, channelMode) === 'similar' ? [one.question, ...one.keywords].map((text) => ({ rule, text })) : [],
  )
}

type Index = {
  /** Calls for each sample that has some content in common with the text. */
  compare(features: Features, tell: (sample: number, likeness: number) => void): void
  sizeBytes: number
}

/** In a posting, the number of a sample is in the bits above the weight of the feature. */
const weightBits = 8
const mostWeight = 2 ** weightBits - 1

function* buildIndex(samples: Features[]): Generator<void, Index> {
  const { features, starts, postings } = yield* gatherPostings(samples)
  const sharingOf = (feature: number) => {
    const at = findPlace(features, feature)
    return at === undefined ? 0 : (starts[at + 1] as number) - (starts[at] as number)
  }
  const rarityOf = (feature: number) => {
    const sharing = sharingOf(feature)
    // Words that no question has are the rarest.
    return sharing > mostSharing
      ? 0
      : Math.log(1 + samples.length / (sharing || 0.5)) / Math.log(1 + samples.length * 2)
  }
  const lengthOf = ({ content, rest }: Features) => {
    let sum = 0
    for (const part of [content, rest]) for (const [feature, weight] of part) sum += (weight * rarityOf(feature)) ** 2
    return Math.sqrt(sum)
  }
  const lengths = new Float32Array(samples.length)
  for (const [sample, one] of samples.entries()) {
    lengths[sample] = lengthOf(one)
    yield
  }
  const products = new Float32Array(samples.length)
  const addProducts = (part: Map<number, number>, touched: number[] | undefined) => {
    for (const [feature, weight] of part) {
      const at = findPlace(features, feature)
      const factor = (rarityOf(feature) ** 2 * weight) / mostWeight
      if (at === undefined || factor === 0) continue
      for (let place = starts[at] as number; place < (starts[at + 1] as number); place++) {
        const posting = postings[place] as number
        const sample = posting >> weightBits
        const before = products[sample] as number
        if (before === 0 && !touched) continue
        if (before === 0) touched?.push(sample)
        products[sample] = before + factor * (posting & mostWeight)
      }
    }
  }
  return {
    sizeBytes: [features, starts, postings, lengths, products].reduce((sum, { byteLength }) => sum + byteLength, 0),
    compare(text, tell) {
      const touched: number[] = []
      addProducts(text.content, touched)
      addProducts(text.rest, undefined)
      const length = lengthOf(text)
      for (const sample of touched) {
        tell(sample, (products[sample] as number) / (length * (lengths[sample] as number)))
        products[sample] = 0
      }
    },
  }
}

type Postings = { features: Uint32Array; starts: Int32Array; postings: Int32Array }

/** For each feature, in the order of their hashes, the samples that have it: from its own start to that of the next. */
function* gatherPostings(samples: Features[]): Generator<void, Postings> {
  const gathered = new Map<number, number[]>()
  for (const [sample, { content, rest }] of samples.entries()) {
    for (const part of [content, rest]) {
      for (const [feature, weight] of part) {
        const list = gathered.get(feature)
        const posting = (sample << weightBits) | Math.round(weight * mostWeight)
        if (list) list.push(posting)
        else gathered.set(feature, [posting])
      }
    }
    yield
  }
  const features = Uint32Array.from(gathered.keys()).sort()
  const starts = new Int32Array(features.length + 1)
  for (const [at, feature] of features.entries())
    starts[at + 1] = (starts[at] as number) + (gathered.get(feature)?.length ?? 0)
  const postings = new Int32Array(starts.at(-1) ?? 0)
  for (const [at, feature] of features.entries()) postings.set(gathered.get(feature) ?? [], starts[at])
  return { features, starts, postings }
}

function findPlace(sorted: Uint32Array, value: number): number | undefined {
  let low = 0
  let high = sorted.length - 1
  while (low <= high) {
    const middle = (low + high) >> 1
    const there = sorted[middle] as number
    if (there === value) return middle
    if (there < value) low = middle + 1
    else high = middle - 1
  }
  return undefined
}
