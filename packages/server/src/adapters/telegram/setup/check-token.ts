import { fill } from '../../../domain/fill-text.ts'
import { PlatformRefusal, PlatformSilence } from '../../../domain/platforms/platform-errors.ts'
import type { Clock } from '../../../ports/clock.ts'
import type { Picture } from '../../../ports/connector.ts'
import type { BotAccount, SetupCheck, SetupChecks } from '../../../ports/platform-setup.ts'
import { getBot } from '../api/account.ts'
import { type BotApi, createBotApi, findBotOf } from '../api/bot-api.ts'
import { inviteUrlOf, signInUrlOf } from '../api/bot-links.ts'
import { createFiles } from '../api/files.ts'
import { findUserPicture } from '../api/profiles.ts'
import { toId } from '../receiving/ids.ts'
import type { TelegramSetupTexts } from './texts/words.ts'

/** Telegram's API, before a connector exists. */
export type TelegramAccess = {
  apiBaseUrl: string
  fetch: typeof globalThis.fetch
  timeLimitMs: number
  clock: Clock
  /** Where a local Bot API server keeps its files. Null: they are downloaded. */
  folder: string | null
}

export function openApi(
  { apiBaseUrl, fetch, timeLimitMs }: TelegramAccess,
  token: string,
  noteTime: (answeredAt: number) => void = () => {},
): BotApi {
  return createBotApi({ apiBaseUrl, fetch, timeLimitMs, token, noteTime })
}

/** Asks Telegram whose token it is. */
export async function* checkToken(
  access: TelegramAccess,
  token: string,
  { checks: texts }: TelegramSetupTexts,
): SetupChecks<BotAccount | undefined> {
  const { form, credentials, silence, account: found } = texts
  let answeredAt: number | undefined
  const problem = findProblem(token, form)
  if (problem !== undefined) {
    yield blocking('form', form.title, problem)
    return undefined
  }
  try {
    const { id, username, displayName } = await getBot(openApi(access, token, (at) => (answeredAt = at)))
    const name = username === undefined ? displayName : `${displayName} (@${username})`
    yield finding('credentials', 'ok', credentials.title, credentials.accepted)
    yield finding('account', 'ok', found.title, fill(found.found, { name }))
    yield* checkClock(access, answeredAt, texts.clock)
    return {
      accountId: toId(id),
      displayName,
      handle: username === undefined ? null : `@${username}`,
      inviteUrl: username === undefined ? null : inviteUrlOf(username),
      signInUrl: username === undefined ? null : signInUrlOf(username),
      getPicture: () => getPicture(access, token, toId(id)),
    }
  } catch (error) {
    const isRefused = error instanceof PlatformRefusal && error.code === 'forbidden'
    if (isRefused) yield blocking('credentials', credentials.title, credentials.refused)
    else if (error instanceof PlatformRefusal || error instanceof PlatformSilence) {
      yield blocking('silence', silence.title, fill(silence.text, { reason: error.message }))
    } else throw error
    return undefined
  }
}

/** The same request as for the picture of a person. The address of the file contains the token, so only its bytes leave here. */
async function getPicture(access: TelegramAccess, token: string, botId: string): Promise<Picture | null> {
  const api = openApi(access, token)
  const found = await findUserPicture(api, botId, 'smallest')
  return found === undefined ? null : await createFiles({ ...access, api, token }).getPicture(found.ref)
}

const mostAwryMs = 5 * 60_000

/** Only if it is wrong, because times of messages, of sign-ins and of certificates depend on it. */
function checkClock(
  { clock }: TelegramAccess,
  answeredAt: number | undefined,
  { title, ahead, behind }: TelegramSetupTexts['checks']['clock'],
): SetupCheck[] {
  if (answeredAt === undefined) return []
  const aheadMs = clock() - answeredAt
  if (Math.abs(aheadMs) < mostAwryMs) return []
  const minutes = String(Math.round(Math.abs(aheadMs) / 60_000))
  return [finding('clock', 'failed', title, fill(aheadMs > 0 ? ahead : behind, { minutes }))]
}

/** What was pasted instead, as far as its form shows that. Only Telegram knows whether a token is valid. */
function findProblem(token: string, texts: TelegramSetupTexts['checks']['form']): string | undefined {
  if (token === '') return texts.missing
  if (token.startsWith('@') || /^\w+bot$/i.test(token)) return texts.handle
  return findBotOf(token) === undefined ? texts.incomplete : undefined
}

function blocking(id: string, title: string, text: string): SetupCheck {
  return { ...finding(id, 'failed', title, text), isBlocking: true }
}

/** A check that doesn't keep the token from being used. */
export function finding(id: string, state: SetupCheck['state'], title: string, text: string): SetupCheck {
  return { id, state, isBlocking: false, title, text, remedy: null }
}
