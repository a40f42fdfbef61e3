import { fill } from '../../../domain/fill-text.ts'
import { PlatformRefusal, PlatformSilence } from '../../../domain/platforms/platform-errors.ts'
import type { Clock } from '../../../ports/clock.ts'
import type { BotAccount, SetupCheck } from '../../../ports/platform-setup.ts'
import { getBot } from '../api/account.ts'
import { type BotApi, createBotApi, findBotOf } from '../api/bot-api.ts'
import { toId } from '../receiving/ids.ts'
import type { TelegramSetupTexts } from './texts/words.ts'

/** Telegram's API, before a connector exists. */
export type TelegramAccess = { apiBaseUrl: string; fetch: typeof globalThis.fetch; timeLimitMs: number; clock: Clock }

export function openApi(
  { clock: _, ...access }: TelegramAccess,
  token: string,
  noteTime: (answeredAt: number) => void = () => {},
): BotApi {
  return createBotApi({ ...access, token, noteTime })
}

/** Asks Telegram whose token it is. */
export async function checkToken(
  access: TelegramAccess,
  token: string,
  { checks: texts }: TelegramSetupTexts,
): Promise<{ checks: SetupCheck[]; account: BotAccount | undefined }> {
  const { form, credentials, silence, account: found } = texts
  let answeredAt: number | undefined
  const problem = findProblem(token, form)
  if (problem !== undefined) return failed('form', form.title, problem)
  try {
    const { id, username, displayName } = await getBot(openApi(access, token, (at) => (answeredAt = at)))
    const name = username === undefined ? displayName : `${displayName} (@${username})`
    return {
      checks: [
        finding('credentials', 'ok', credentials.title, credentials.accepted),
        finding('account', 'ok', found.title, fill(found.found, { name })),
        ...checkClock(access, answeredAt, texts.clock),
      ],
      account: {
        accountId: toId(id),
        displayName,
        handle: username === undefined ? null : `@${username}`,
        pictureUrl: null,
        inviteUrl: username === undefined ? null : `https://t.me/${encodeURIComponent(username)}?startgroup=true`,
      },
    }
  } catch (error) {
    if (error instanceof PlatformSilence) {
      return failed('silence', silence.title, fill(silence.text, { reason: error.message }))
    }
    if (!(error instanceof PlatformRefusal)) throw error
    if (error.code === 'forbidden') return failed('credentials', credentials.title, credentials.refused)
    return failed('silence', silence.title, fill(silence.text, { reason: error.message }))
  }
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

function failed(id: string, title: string, text: string): { checks: SetupCheck[]; account: undefined } {
  return { checks: [{ ...finding(id, 'failed', title, text), isBlocking: true }], account: undefined }
}

/** A check that doesn't keep the token from being used. */
export function finding(id: string, state: SetupCheck['state'], title: string, text: string): SetupCheck {
  return { id, state, isBlocking: false, title, text, remedy: null }
}
