import { setImmediate as nextTurn } from 'node:timers/promises'
import { pickSentence } from '../../domain/asking/pick-sentence.ts'
import { type Candidate, type Frequencies, type Ranked, rankMessages } from '../../domain/asking/rank-messages.ts'
import { type Question, readQuestion } from '../../domain/asking/read-question.ts'
import { inOrder } from '../../domain/search/doc-number.ts'
import { searchedTexts } from '../../domain/search/searched-texts.ts'
import type { CandidateMessage, MessagePosition } from '../../ports/reading.ts'
import { renderTimelineMessage } from '../messages/timeline.ts'
import type { SearchChannel } from '../search/search-channel.ts'
import type { SearchDeps } from '../search/search-deps.ts'
import { listMessagesWith } from './list-messages-with.ts'

/**
 * `searches`: the question, and other words for it. `around`: for a model that reads them, in order of time and with what was said
 * before and after them; otherwise the best come first.
 */
export type PassagesWork = { kind: 'passages'; searches: readonly string[]; limit: number; around: boolean }

export type RereadWork = { kind: 'reread'; places: readonly MessagePosition[] }

/** A message that may answer a question. `quote`: what to quote of it. `item`: the message as a timeline shows it. */
export type Passage = { id: string; place: MessagePosition; text: string; quote: string; item: unknown }

type Found = Candidate & { stored: CandidateMessage }

/** How many of the best messages are looked at together with what was said around them. */
const mostAnchors = 24
const readBefore = 4
const readAfter = 7
/** Other searches in this thread get their turn in between. */
const readTogether = 6
/** A message must contain this share of the question, by the weight of its words, itself or in what it replies to. */
const leastCovered = 0.3
/** Compared with the best one. */
const leastScore = 0.4

/** Messages that may answer a question, as finished JSON. Only what this channel's reader can see is read. */
export async function findPassages(
  deps: SearchDeps,
  channel: SearchChannel,
  { searches, limit, around }: PassagesWork,
): Promise<Buffer> {
  const questions = searches.map(readQuestion)
  const all = new Map<string, Found>()
  const frequencies: Frequencies[] = []
  for (const question of questions) {
    const found = await findMessages(deps, channel, question)
    frequencies.push(found.frequencies)
    const anchors = rankMessages(question, found.messages, found.frequencies).slice(0, mostAnchors)
    for (const one of await withSurroundings(deps, channel, anchors)) all.set(one.id, one)
  }
  const candidates = inTime(all.values())
  const ranked = rankForAll(questions, candidates, frequencies)
  const best = chooseBest(ranked, around ? mostWithSurroundings : limit)
  const chosen = around ? addNeighbors(candidates, best, limit) : best
  const [question] = questions
  return await render(deps, channel, question ?? readQuestion(''), chosen)
}

/** By the search that fits each message best. */
function rankForAll(questions: readonly Question[], candidates: readonly Found[], frequencies: readonly Frequencies[]) {
  const best = new Map<string, Ranked<Found>>()
  for (const [at, question] of questions.entries()) {
    const known = frequencies[at]
    if (!known) continue
    for (const one of rankMessages(question, candidates, known)) {
      if (one.score > (best.get(one.candidate.id)?.score ?? 0)) best.set(one.candidate.id, one)
    }
  }
  return [...best.values()].toSorted((one, other) => other.score - one.score)
}

/** In order of time, as many as allowed, the surroundings of better ones first. */
function addNeighbors(candidates: readonly Found[], best: readonly Found[], limit: number): Found[] {
  const places = new Map(candidates.map(({ id }, at) => [id, at]))
  const chosen = new Set<Found>()
  for (const one of best) {
    const at = places.get(one.id) ?? 0
    for (const near of candidates.slice(Math.max(0, at - neighbors), at + neighbors + 1)) {
      if (chosen.size < limit && near.text.trim() !== '') chosen.add(near)
    }
  }
  return inTime(chosen)
}

const mostWithSurroundings = 20
const neighbors = 3

function inTime(found: Iterable<Found>): Found[] {
  return [...found].toSorted((one, other) => inOrder.asc(one.stored.position, other.stored.position))
}

async function findMessages(
  deps: SearchDeps,
  channel: SearchChannel,
  { terms }: Question,
): Promise<{ messages: Found[]; frequencies: Frequencies }> {
  const found = new Map<string, Found>()
  const counts: number[] = []
  const frequent: { stem: string; count: number }[] = []
  const add = (messages: readonly CandidateMessage[]) => {
    for (const stored of messages) found.set(stored.messageId, toCandidate(stored))
  }
  for (const { stem } of terms) {
    const { messages, count, isAll } = await listMessagesWith(deps, channel, [stem])
    counts.push(count)
    if (!isAll) frequent.push({ stem, count })
    add(messages)
  }
  // The latest messages with a frequent word may not include the one with several of them.
  const rarest = frequent.toSorted((one, other) => one.count - other.count).slice(0, mostPaired)
  for (const [at, one] of rarest.entries()) {
    for (const other of rarest.slice(at + 1)) {
      add((await listMessagesWith(deps, channel, [one.stem, other.stem])).messages)
    }
  }
  // How many messages there are isn't known. What matters is that frequent words weigh less than rare ones.
  const total = Math.max(300, 4 * Math.max(0, ...counts))
  return { messages: inTime(found.values()), frequencies: { counts, total } }
}

/** Of the rarest of the frequent words, each two are searched together. */
const mostPaired = 4

/** Together with what was said before and after them, and what they reply to. */
async function withSurroundings(
  { store }: SearchDeps,
  { channelNo, visibleFrom }: SearchChannel,
  anchors: readonly Ranked<Found>[],
): Promise<Found[]> {
  const all = new Map<string, Found>()
  const start: MessagePosition = { time: visibleFrom, seq: 0 }
  const add = (messages: readonly CandidateMessage[]) => {
    for (const message of messages) all.set(message.messageId, toCandidate(message))
  }
  const readAround = async ({ candidate }: Ranked<Found>) => {
    const { position } = candidate.stored
    const before = { query: null, first: start, end: position, order: 'desc', limit: readBefore } as const
    const first = { time: position.time, seq: position.seq + 1 }
    const after = { query: null, first, end: endOfTime, order: 'asc', limit: readAfter } as const
    const slices = await Promise.all([store.listCandidates(channelNo, before), store.listCandidates(channelNo, after)])
    all.set(candidate.id, candidate)
    for (const { messages } of slices) add(messages)
  }
  for (let at = 0; at < anchors.length; at += readTogether) {
    await Promise.all(anchors.slice(at, at + readTogether).map(readAround))
    await nextTurn()
  }
  for (const { quotedId } of [...all.values()]) {
    if (quotedId === undefined || all.has(quotedId)) continue
    const position = await store.findPosition(channelNo, quotedId)
    if (position && position.time >= visibleFrom) add(await store.listCandidatesAt(channelNo, [position]))
  }
  return [...all.values()]
}

const endOfTime: MessagePosition = { time: Number.MAX_SAFE_INTEGER, seq: 0 }

function chooseBest(ranked: readonly Ranked<Found>[], limit: number): Found[] {
  const bar = leastScore * (ranked[0]?.score ?? 0)
  return ranked
    .filter(({ covered, score, candidate }) => covered >= leastCovered && score >= bar && candidate.text.trim() !== '')
    .slice(0, limit)
    .map(({ candidate }) => candidate)
}

function toCandidate(stored: CandidateMessage): Found {
  const { message, details, position, messageId } = stored
  return {
    id: messageId,
    time: position.time,
    text: searchedTexts(message, details)
      .map(({ text }) => text)
      .join('\n'),
    senderName: message.sender.name,
    quotedId: details?.quotedMessageId,
    stored,
  }
}

/** What can still be read of these messages. */
export async function rereadPassages(
  deps: SearchDeps,
  channel: SearchChannel,
  { places }: RereadWork,
): Promise<Buffer> {
  const visible = places.filter(({ time }) => time >= channel.visibleFrom)
  const found = (await deps.store.listCandidatesAt(channel.channelNo, visible)).map(toCandidate)
  return await render(deps, channel, readQuestion(''), found)
}

async function render(
  { store, pictures }: SearchDeps,
  { channelNo, visibleFrom, isComplete }: SearchChannel,
  question: Question,
  best: readonly Found[],
): Promise<Buffer> {
  const records = await store.completeMessages(
    channelNo,
    best.map(({ stored }) => stored),
  )
  const passages = records.map((record, at) => {
    const text = best[at]?.text ?? ''
    const texts = { id: record.messageId, place: record.position, text, quote: pickSentence(question, text) }
    return `${JSON.stringify(texts).slice(0, -1)},"item":${renderTimelineMessage(record, { pictures, visibleFrom })}}`
  })
  return Buffer.from(`{"passages":[${passages.join(',')}],"isComplete":${isComplete}}`)
}
