import type { BackupAnswer } from '@innkeeper/contract'
import {
  answerData,
  answerInstructions,
  answerTokens,
  chooseShown,
  readSearches,
  readSentences,
  type ShownMessage,
  searchData,
  searchInstructions,
  searchTokens,
} from '../../domain/asking/model-writing.ts'
import type { ModelRequest } from '../../domain/assistant/answering/model-question.ts'
import { limitReasons } from '../../domain/assistant/answering/model-shares.ts'
import type { LanguageModel } from '../../ports/language-model.ts'
import { accessAs, type ChannelGrant, type ReadingGrant } from '../access.ts'
import { askCounted } from '../assistant/ask-counted.ts'
import type { AskDeps } from './ask-deps.ts'
import { type FoundPassage, readPassages } from './read-passages.ts'

type Deps = AskDeps & { model: LanguageModel }
type Asked = { question: string; language: string }

/** `sent`: what the model got. `grant`: the caller's rights after the model answered, where they had to be checked again. */
export type ModelAnswer =
  | { outcome: 'off' | 'limit' | 'failed'; sent: string[]; grant?: ReadingGrant }
  | (Pick<BackupAnswer, 'sentences' | 'messages' | 'isComplete'> & { outcome: 'used'; sent: string[] })

/** Both requests together. Someone is waiting. */
const timeLimitMs = 60_000
const mostMessages = 120

/**
 * The model says what else to search for, and then writes sentences about what was found. It can do nothing else: it only gets what the
 * caller can read, and what it writes is checked.
 */
export async function writeAnswer(deps: Deps, grant: ChannelGrant, asked: Asked): Promise<ModelAnswer> {
  const { search } = deps
  const { question, language } = asked
  const signal = AbortSignal.timeout(timeLimitMs)
  const sent: string[] = []
  const request = (instructions: string, data: string, tokens: number) => {
    sent.push(data)
    return askModel(deps, grant, { instructions, data, answerTokens: tokens }, signal)
  }
  const widened = await request(searchInstructions, searchData(question, language), searchTokens)
  if (typeof widened !== 'string') {
    if (widened.outcome === 'limit') sent.pop()
    return { ...widened, sent }
  }
  const searches = [question, ...readSearches(widened)]
  const found = await readPassages(search, grant, { kind: 'passages', searches, limit: mostMessages, around: true })
  const { passages, isComplete } = found
  const shown = chooseShown(passages.map(toShown))
  if (shown.length === 0) return { outcome: 'used', sent, sentences: [], messages: [], isComplete }
  const written = await request(answerInstructions, answerData(question, shown), answerTokens)
  if (typeof written !== 'string') {
    if (written.outcome === 'limit') sent.pop()
    return { ...written, sent }
  }
  const sentences = readSentences(written, shown)
  // Messages and rights may have changed while the model was writing.
  const now = await accessAs(deps, grant.channelId, { userId: grant.userId, subscriber: true })
  const reread = await readPassages(search, now, { kind: 'reread', places: passages.map(({ place }) => place) })
  if (sentences === 'unreadable' || !isSame(shown, reread.passages)) return { outcome: 'failed', sent, grant: now }
  const cited = new Set(sentences.flatMap(({ messageIds }) => messageIds))
  const messages = reread.passages.filter(({ id }) => cited.has(id)).map(({ item }) => item)
  return { outcome: 'used', sent, sentences, messages, isComplete }
}

/** Its answer, or why there is none. */
async function askModel(
  deps: Deps,
  { channelId, userId }: ChannelGrant,
  request: ModelRequest,
  signal: AbortSignal,
): Promise<string | { outcome: 'limit' | 'failed' }> {
  const asked = await askCounted(deps, deps.model, { channelId, userId }, request, signal)
  if (asked.kind === 'answer') return asked.text
  if (asked.kind === 'limit') {
    // Shares concern channels and members. The limit for the whole day concerns the operator.
    if (asked.reached === 'ai-day-limit') deps.log.warn({ channelId }, limitReasons[asked.reached])
    return { outcome: 'limit' }
  }
  deps.log.warn({ channelId, reason: asked.failure.message }, 'the language model did not answer a question')
  return { outcome: 'failed' }
}

function toShown({ id, text, item }: FoundPassage): ShownMessage {
  return { id, at: item.timestamp, from: item.sender.name, text }
}

/** Whatever was derived from a message goes with it: none of those that the model got may be gone or changed. */
function isSame(shown: readonly ShownMessage[], now: readonly FoundPassage[]): boolean {
  const texts = new Map(chooseShown(now.map(toShown)).map(({ id, text }) => [id, text]))
  return shown.every(({ id, text }) => texts.get(id) === text)
}
