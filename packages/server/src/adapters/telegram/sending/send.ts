import { setTimeout as sleep } from 'node:timers/promises'
import type { OutgoingMessage } from '../../../domain/assistant/outgoing-message.ts'
import { PlatformRefusal, PlatformSilence } from '../../../domain/platforms/platform-errors.ts'
import type { ChannelRef } from '../../../ports/connector.ts'
import type { BotApi } from '../api/bot-api.ts'
import { toNumber } from '../receiving/ids.ts'
import type { Destination } from '../receiving/read-common.ts'
import { type Call, toCalls } from './outgoing-message.ts'
import type { Pacer } from './pacing.ts'

/**
 * Where an answer goes: to the message that asked, unless the chat has moved since then, because messages are numbered anew in its
 * new place.
 */
export function destinationOf(right: Destination | undefined, { channelId }: Partial<ChannelRef>): Destination {
  if (right === undefined) throw new PlatformRefusal('invalid', 'The right to reply is not one of Telegram')
  const chat = channelId === undefined ? right.chat : toNumber(channelId)
  return chat === right.chat ? right : { chat }
}

function hasTopic({ parameters }: Call): boolean {
  return 'message_thread_id' in parameters
}

/** For a topic that was deleted: said in the chat instead. */
function withoutTopic(call: Call): Call {
  const { message_thread_id: _, ...parameters } = call.parameters as { message_thread_id?: unknown }
  if (call.method === 'sendMessage') return { ...call, parameters }
  return { ...call, parameters, withoutPicture: call.withoutPicture && withoutTopic(call.withoutPicture) }
}

/** A turn that comes sooner is waited for; for a later one, the chat is left alone. */
const longestWaitMs = 3_000

const what = 'a message'

/**
 * One call after the other. What failed before anything was sent can be tried again. After that, `sentParts` says how much
 * arrived, and a silence always means that one more may have.
 */
export async function sendSpeech(
  { api, pacer }: { api: BotApi; pacer: Pacer },
  speech: OutgoingMessage,
  to: Destination,
): Promise<void> {
  const calls = toCalls(speech, to)
  let sentParts = 0
  let refusedPicture: PlatformRefusal | undefined
  for (const call of calls) {
    try {
      if (await hasSent(call)) sentParts++
    } catch (error) {
      throw withParts(error)
    }
  }
  if (refusedPicture) throw withParts(refusedPicture)

  /** A picture that Telegram can't fetch must not take its text along. */
  async function hasSent(call: Call): Promise<boolean> {
    await waitForTurn()
    try {
      await api.call(what, call.method, call.parameters)
      return true
    } catch (error) {
      if (!(error instanceof PlatformRefusal)) throw error
      if (error.code === 'too-fast') pacer.pause(to.chat, error.facts.retryAfterMs ?? longestWaitMs)
      if (error.code === 'invalid' && /message thread not found/i.test(error.message) && hasTopic(call)) {
        return await hasSent(withoutTopic(call))
      }
      if (error.code !== 'invalid' || call.method !== 'sendPhoto') throw error
      refusedPicture = error
      return call.withoutPicture !== undefined && (await hasSent(call.withoutPicture))
    }
  }

  async function waitForTurn(): Promise<void> {
    for (let waitMs = pacer.reserve(to.chat); waitMs > 0; waitMs = pacer.reserve(to.chat)) {
      if (waitMs > longestWaitMs) {
        throw new PlatformRefusal(
          'too-fast',
          `Telegram allows the next message in ${Math.ceil(waitMs / 1000)} seconds`,
          {
            retryAfterMs: waitMs,
          },
        )
      }
      await sleep(waitMs)
    }
  }

  function withParts(error: unknown): unknown {
    if (sentParts === 0) return error
    if (error instanceof PlatformRefusal) {
      return new PlatformRefusal(error.code, error.message, { ...error.facts, sentParts })
    }
    return error instanceof PlatformSilence && error.isUnsent ? new PlatformSilence(error.message) : error
  }
}
