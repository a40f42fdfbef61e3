import { fill } from '../../../domain/fill-text.ts'
import { PlatformRefusal, PlatformSilence } from '../../../domain/platforms/platform-errors.ts'
import type { BotAccount, SetupCheck } from '../../../ports/platform-setup.ts'
import { getBot } from '../api/account.ts'
import { type BotApi, createBotApi, findBotOf } from '../api/bot-api.ts'
import { toId } from '../receiving/ids.ts'
import type { TelegramSetupTexts } from './texts/words.ts'

/** Telegram's API, before a connector exists. */
export type TelegramAccess = { apiBaseUrl: string; fetch: typeof globalThis.fetch; timeLimitMs: number }

export function openApi(access: TelegramAccess, token: string): BotApi {
  return createBotApi({ ...access, token })
}

/** Asks Telegram whose token it is. */
export async function checkToken(
  access: TelegramAccess,
  token: string,
  { checks: texts }: TelegramSetupTexts,
): Promise<{ checks: SetupCheck[]; account: BotAccount | undefined }> {
  const { form, credentials, silence, account: found } = texts
  const problem = findProblem(token, form)
  if (problem !== undefined) return failed('form', form.title, problem)
  try {
    const { id, username, displayName } = await getBot(openApi(access, token))
    const name = username === undefined ? displayName : `${displayName} (@${username})`
    return {
      checks: [
        finding('credentials', 'ok', credentials.title, credentials.accepted),
        finding('account', 'ok', found.title, fill(found.found, { name })),
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
