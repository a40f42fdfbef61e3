import { setImmediate as nextTurn } from 'node:timers/promises'
import { inOrder } from '../../domain/search/doc-number.ts'
import { needsNames, planIndexQuery } from '../../domain/search/index-query.ts'
import type { Match, PreparedSearch } from '../../domain/search/match-search.ts'
import type {
  AnswerItemRecord,
  CandidateMessage,
  CandidateQuery,
  IndexState,
  MessagePosition,
} from '../../ports/reading.ts'
import type { Store } from '../../ports/store.ts'
import { type HitPosition, type HitSpan, isEarlier, type Order } from './hit-order.ts'
import type { SenderNames } from './sender-names.ts'

export type SearchStore = Pick<
  Store,
  'listCandidates' | 'listCandidatesAt' | 'listAnswers' | 'getIndexState' | 'listSenderNames'
>

export type FoundItem = { kind: 'message'; message: CandidateMessage } | { kind: 'answer'; answer: AnswerItemRecord }
export type Hit = { position: HitPosition; match: Match; item: FoundItem }

/** Hits in order, and up to where they are known, including that position. Undefined: to the end. */
export type Slice = { hits: Hit[]; looked: number; to: HitPosition | undefined }

/** Hits of one channel and rank. `start`: none comes before this position. */
export type Source = { start: HitPosition; slices: AsyncGenerator<Slice> }

/** `state`: read once for all parts of a channel. `nextLimit`: how many to read next. */
type Walk = HitSpan & { channelNo: number; order: Order; nextLimit(): number; state(): Promise<IndexState> }
/** What is read again and again, each time with another limit. */
type Reading = Omit<CandidateQuery, 'limit'> & Pick<Walk, 'nextLimit'>

export function openMessages(store: SearchStore, names: SenderNames, search: PreparedSearch, walk: Walk): Source {
  const { channelNo, order } = walk
  const toPosition = ({ time, seq }: MessagePosition): HitPosition => ({ time, rank: 0, channelNo, seq })
  async function* slices(): AsyncGenerator<Slice> {
    for await (const { messages, to } of walkMessages(store, names, search, walk)) {
      const hits = messages.flatMap((message): Hit[] => {
        const match = search.matchMessage(message)
        return match ? [{ position: toPosition(message.position), match, item: { kind: 'message', message } }] : []
      })
      yield { hits, looked: messages.length, to: to && toPosition(to) }
    }
  }
  return { start: toPosition(order === 'desc' ? walk.end : walk.first), slices: slices() }
}

/** The bot says far less than people do, so this goes through all of it. */
export function openAnswers(store: SearchStore, search: PreparedSearch, walk: Walk): Source {
  const { channelNo, order } = walk
  const toPosition = ({ time, seq }: MessagePosition): HitPosition => ({ time, rank: 1, channelNo, seq })
  async function* slices(): AsyncGenerator<Slice> {
    if (!(await walk.state()).hasAnswers) return
    for (let { first, end } = walk; ; ) {
      const limit = walk.nextLimit()
      const answers = await store.listAnswers(channelNo, { first, end, order, limit })
      const last = answers.length < limit ? undefined : answers.at(-1)
      const hits = answers.flatMap((answer): Hit[] => {
        const match = search.matchAnswer(answer.texts)
        const position = toPosition({ time: answer.at, seq: answer.sendId })
        return match ? [{ position, match, item: { kind: 'answer', answer } }] : []
      })
      yield { hits, looked: answers.length, to: last && toPosition({ time: last.at, seq: last.sendId }) }
      if (!last) return
      if (order === 'desc') end = { time: last.at, seq: last.sendId }
      else first = { time: last.at, seq: last.sendId + 1 }
      await nextTurn()
    }
  }
  return { start: toPosition(order === 'desc' ? walk.end : walk.first), slices: slices() }
}

type MessageSlice = { messages: CandidateMessage[]; to: MessagePosition | undefined }

/**
 * Messages that may match, each once: those in the index, those that aren't indexed yet, and, while the index is being built, all
 * others. Works slice by slice, so that others get their turn.
 */
async function* walkMessages(
  store: SearchStore,
  names: SenderNames,
  search: PreparedSearch,
  { channelNo, first, end, order, nextLimit, state }: Walk,
): AsyncGenerator<MessageSlice> {
  const { past, unindexed, namesVersion } = await state()
  const known = needsNames(search) ? await names.get(channelNo, namesVersion) : []
  const query = planIndexQuery(search, known, channelNo)
  const border = past && isEarlier(past, end) ? (isEarlier(first, past) ? past : first) : past ? end : first
  const indexed = () => walkIndexed(store, channelNo, { query, first: border, end, order, nextLimit }, unindexed)
  const scanned = () => walkAll(store, channelNo, { query: null, first, end: border, order, nextLimit })
  const isScanned = isEarlier(first, border)
  if (!isScanned) return yield* indexed()
  const [near, far] = order === 'desc' ? [indexed, scanned] : [scanned, indexed]
  const last = order === 'desc' ? border : { time: border.time, seq: border.seq - 1 }
  for await (const slice of near()) yield { ...slice, to: slice.to ?? last }
  yield* far()
}

async function* walkAll(
  store: SearchStore,
  channelNo: number,
  { query, order, nextLimit, ...span }: Reading,
): AsyncGenerator<MessageSlice> {
  for (let { first, end } = span; ; ) {
    const { messages, isEnd } = await store.listCandidates(channelNo, { query, first, end, order, limit: nextLimit() })
    const to = isEnd ? undefined : messages.at(-1)?.position
    yield { messages, to }
    if (!to) return
    if (order === 'desc') end = to
    else first = { time: to.time, seq: to.seq + 1 }
    await nextTurn()
  }
}

async function* walkIndexed(
  store: SearchStore,
  channelNo: number,
  { query, order, nextLimit, ...span }: Reading,
  unindexed: readonly MessagePosition[],
): AsyncGenerator<MessageSlice> {
  let { first, end } = span
  const within = unindexed.filter((position) => !isEarlier(position, first) && isEarlier(position, end))
  const waiting = order === 'desc' ? within : within.reverse()
  for (let next = 0; ; ) {
    const limit = nextLimit()
    const indexed = await store.listCandidates(channelNo, { query, first, end, order, limit })
    const late = waiting.slice(next, next + limit)
    const hasMoreLate = next + late.length < waiting.length
    // Both lists are known as far as the shorter one reaches.
    const last = indexed.isEnd ? undefined : indexed.messages.at(-1)?.position
    const bound = nearer(last, hasMoreLate ? late.at(-1) : undefined, order)
    const isKnown = (position: MessagePosition) => !bound || inOrder[order](position, bound) <= 0
    const positions = late.filter(isKnown)
    if (late.length === 0) yield { messages: indexed.messages, to: bound }
    else {
      const stored = await store.listCandidatesAt(channelNo, positions)
      const known = indexed.messages.filter(({ position }) => isKnown(position))
      yield { messages: merge(known, stored, order), to: bound }
    }
    if (!bound) return
    next += positions.length
    if (order === 'desc') end = bound
    else first = { time: bound.time, seq: bound.seq + 1 }
    await nextTurn()
  }
}

/** A message that is indexed during the search is found twice. */
function merge(some: CandidateMessage[], others: CandidateMessage[], order: Order): CandidateMessage[] {
  const all = [...some, ...others].sort((one, other) => inOrder[order](one.position, other.position))
  return all.filter(({ position }, at) => {
    const previous = all[at - 1]?.position
    return previous?.time !== position.time || previous.seq !== position.seq
  })
}

function nearer(
  one: MessagePosition | undefined,
  other: MessagePosition | undefined,
  order: Order,
): MessagePosition | undefined {
  if (!one || !other) return one ?? other
  return inOrder[order](one, other) < 0 ? one : other
}
