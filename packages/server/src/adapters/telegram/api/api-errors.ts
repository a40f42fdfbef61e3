import {
  PlatformRefusal,
  type PlatformRefusalCode,
  type PlatformSilence,
} from '../../../domain/platforms/platform-errors.ts'
import {
  type Answer,
  type RemoteApi,
  unexpectedStatus,
  unparsable as unparsableAnswer,
  withoutSecrets,
} from '../../http-client/answer.ts'
import { findText, isCount, isObject } from '../../http-client/untrusted-json.ts'
import type { Json } from '../json.ts'
import { findNumber, toId } from '../receiving/ids.ts'

/** An answer with updates is cut at about 4 MB. */
export const telegramApi: RemoteApi = { name: 'Telegram', mostAnswerBytes: 16 * 1024 * 1024 }

/**
 * Turns any unsuccessful response into an error. `what` names the call, without ids. Telegram's sentence is shown without the
 * secrets, because errors are logged.
 */
export function toError(what: string, answer: Answer, secrets: readonly string[]): PlatformRefusal | PlatformSilence {
  const { status } = answer
  if (status < 400 || status >= 500) return unexpectedStatus(telegramApi, what, answer)
  const { description, parameters } = readBody(answer.text)
  const said = (findText(description) ?? '').replace(/\p{Cc}+/gu, ' ')
  const shown = withoutSecrets(said, secrets)
  const hint = hints[status] ?? ''
  const sentence = `Telegram refused ${what}: ${status}${shown === '' ? '' : ` ${shown}`}${hint}`
  return new PlatformRefusal(codeOf(status, said), sentence.toWellFormed(), readFacts(parameters))
}

export function unparsable(what: string, answer: Answer): PlatformSilence {
  return unparsableAnswer(telegramApi, what, answer)
}

const hints: Partial<Record<number, string>> = {
  401: '. The bot token is wrong or was revoked; copy it again from @BotFather',
  404: '. The bot token may be incomplete; copy it again from @BotFather',
}

function codeOf(status: number, said: string): PlatformRefusalCode {
  switch (status) {
    case 400:
      return /chat not found|upgraded to a supergroup|user not found|PARTICIPANT_ID_INVALID|member not found/i.test(
        said,
      )
        ? 'not-found'
        : 'invalid'
    case 401:
    case 403:
    // So is an address with half a token in it.
    case 404:
      return 'forbidden'
    case 409:
      return 'conflict'
    case 429:
      return 'too-fast'
    default:
      return 'invalid'
  }
}

function readFacts(parameters: unknown): { retryAfterMs?: number; movedTo?: string } {
  if (!isObject(parameters)) return {}
  const { retry_after: seconds, migrate_to_chat_id: chat } = parameters
  const movedTo = findNumber(chat)
  return {
    ...(isCount(seconds) ? { retryAfterMs: seconds * 1000 } : {}),
    ...(movedTo === undefined ? {} : { movedTo: toId(movedTo) }),
  }
}

/** A proxy may answer with a page instead. */
function readBody(text: string): Json {
  try {
    const body: unknown = JSON.parse(text)
    return isObject(body) ? body : {}
  } catch {
    return {}
  }
}
