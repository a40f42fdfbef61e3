import type { BackupAnswer, BodyOf, Routes } from '@innkeeper/contract'
import type { ChannelGrant, ReadingGrant } from '../access.ts'
import { type ModelAnswer, writeAnswer } from './answer-with-model.ts'
import type { AskDeps } from './ask-deps.ts'
import { readPassages } from './read-passages.ts'

const mostQuoted = 5

/**
 * Answers from the messages that the caller can read. With a language model if the owner allows it, otherwise by quoting those that fit
 * best. Nothing is stored.
 */
export async function ask(
  deps: AskDeps,
  grant: ChannelGrant,
  { question, useModel = true }: BodyOf<Routes['askBackup']>,
): Promise<BackupAnswer> {
  const { model, store } = deps
  if (!useModel || !model) return await quote(deps, grant, question, { outcome: 'off', sent: [] })
  const { settings } = await store.getChannel(grant.channel.channelNo)
  if (!settings.askWithModel) return await quote(deps, grant, question, { outcome: 'off', sent: [] })
  const written = await writeAnswer({ ...deps, model }, grant, { question, language: settings.language })
  if (written.outcome !== 'used') return await quote(deps, written.grant ?? grant, question, written)
  const { sentences, messages, sent, isComplete } = written
  return { sentences, messages, writtenBy: 'model', model: 'used', sentToModel: sent, isComplete }
}

async function quote(
  { search }: Pick<AskDeps, 'search'>,
  grant: ChannelGrant | ReadingGrant,
  question: string,
  { outcome, sent }: Pick<ModelAnswer, 'outcome' | 'sent'>,
): Promise<BackupAnswer> {
  const work = { kind: 'passages', searches: [question], limit: mostQuoted, around: false } as const
  const { passages, isComplete } = await readPassages(search, grant, work)
  return {
    sentences: passages.map(({ quote: text, id }) => ({ text, messageIds: [id] })),
    messages: passages.map(({ item }) => item),
    writtenBy: 'search',
    model: outcome,
    sentToModel: sent,
    isComplete,
  }
}
