import type { messagingApi } from '@line/bot-sdk'
import { fill } from '../../../domain/fill-text.ts'
import { PlatformRefusal, PlatformSilence } from '../../../domain/platforms/platform-errors.ts'
import type { BotAccount, SetupCheck, SetupChecks } from '../../../ports/platform-setup.ts'
import type { Untrusted } from '../../http-client/untrusted-json.ts'
import { toError } from '../api/api-errors.ts'
import { getBotInfo, toAccount } from '../api/profiles.ts'
import { type Line, type LineValues, openApi, tokensOf } from './line-api.ts'
import { finding } from './setup-texts.ts'
import type { LineSetupTexts } from './texts/words.ts'

/** Asks LINE whether ID, secret and token are accepted and belong together. */
export async function* checkValues(
  line: Line,
  values: LineValues,
  texts: LineSetupTexts,
): SetupChecks<BotAccount | undefined> {
  const { form, credentials, account: found, silence } = texts.checks
  const misplaced = findMisplaced(values, texts)
  if (misplaced !== undefined) {
    yield blocking('form', form.title, misplaced)
    return undefined
  }
  if (values.channelId === '' && values.accessToken === '') {
    yield blocking('credentials', credentials.title, credentials.missing)
    return undefined
  }
  try {
    const channelId = values.accessToken === '' ? values.channelId : await findChannelOf(line, values)
    if (values.channelId !== '' && values.channelId !== channelId) {
      yield blocking('credentials', credentials.title, fill(credentials.otherChannel, { id: channelId }))
      return undefined
    }
    // Proves that ID and secret belong together, which a long-lived token doesn't.
    await tokensOf(line, { ...values, channelId, accessToken: '' }).get()
    const { account, answeredAt } = await readAccount(line, values)
    yield finding('credentials', 'ok', credentials.title, credentials.accepted)
    yield finding('account', 'ok', found.title, fill(found.found, { name: account.displayName }))
    yield* checkClock(line, answeredAt, texts)
    return account
  } catch (error) {
    if (error instanceof PlatformSilence) {
      yield blocking('silence', silence.title, fill(silence.text, { reason: error.message }))
      return undefined
    }
    if (!(error instanceof PlatformRefusal)) throw error
    const isToken = error instanceof TokenRefused
    yield blocking('credentials', credentials.title, isToken ? credentials.refusedToken : credentials.refusedPair)
    return undefined
  }
}

class TokenRefused extends PlatformRefusal {}

function blocking(id: string, title: string, text: string): SetupCheck {
  return { ...finding(id, 'failed', title, text), isBlocking: true }
}

const secretLength = 32
const secretForm = /^[0-9a-f]{32}$/
const shortestToken = 100

/** A value that was pasted into the wrong field, as far as its form shows that. LINE judges the rest. */
function findMisplaced(
  { channelId, channelSecret, accessToken }: LineValues,
  texts: LineSetupTexts,
): string | undefined {
  const { fields } = texts
  const { form } = texts.checks
  const say = (text: string, field: keyof LineValues, count = 0) =>
    fill(text, { field: fields[field].label, count: String(count) })
  if (secretForm.test(channelId)) return say(form.secretAsId, 'channelId')
  if (channelId.startsWith('@')) return say(form.handleAsId, 'channelId')
  if (/^U[0-9a-f]{32}$/.test(channelId)) return say(form.userAsId, 'channelId')
  if (channelId !== '' && !/^\d{1,20}$/.test(channelId)) return say(form.notDigits, 'channelId')
  if (/^\d{1,20}$/.test(channelSecret)) return say(form.idAsSecret, 'channelSecret')
  if (channelSecret.length >= shortestToken) return say(form.tokenAsSecret, 'channelSecret')
  if (/^[0-9a-f]+$/.test(channelSecret) && channelSecret.length !== secretLength) {
    return say(form.secretLength, 'channelSecret', channelSecret.length)
  }
  if (secretForm.test(accessToken)) return say(form.secretAsToken, 'accessToken')
  if (accessToken !== '' && (accessToken.length < shortestToken || !/^[!-~]+$/.test(accessToken))) {
    return say(form.shortToken, 'accessToken')
  }
  return undefined
}

/** The ID of the channel that a long-lived token belongs to. */
async function findChannelOf(line: Line, { accessToken }: LineValues): Promise<string> {
  const what = 'a check of the access token'
  const answer = await line.exchange(what, `${line.baseUrl}/v2/oauth/verify`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ access_token: accessToken }).toString(),
    timeLimitMs: line.timeLimitMs,
  })
  if (answer.status !== 200) {
    const error = toError(what, answer, [accessToken])
    throw error instanceof PlatformRefusal ? new TokenRefused(error.code, error.message) : error
  }
  return String(answer.json().client_id)
}

async function readAccount(
  line: Line,
  values: LineValues,
): Promise<{ account: BotAccount; answeredAt: number | undefined }> {
  const answer = await getBotInfo(openApi(line, values))
  const { basicId, pictureUrl } = answer.json() as Untrusted<messagingApi.BotInfoResponse>
  const handle = typeof basicId === 'string' && basicId !== '' ? basicId : null
  return {
    account: {
      ...toAccount(answer),
      handle,
      inviteUrl: handle === null ? null : `https://line.me/R/ti/p/${encodeURIComponent(handle)}`,
      signInUrl: null,
      getPicture: async () =>
        typeof pictureUrl === 'string' && pictureUrl !== '' ? await line.getPicture(pictureUrl) : null,
    },
    answeredAt: answer.answeredAt,
  }
}

const mostAwryMs = 5 * 60_000

/** Only if it is wrong, because everything else depends on what it says. */
function checkClock({ clock }: Line, answeredAt: number | undefined, { checks }: LineSetupTexts): SetupCheck[] {
  if (answeredAt === undefined) return []
  const aheadMs = clock() - answeredAt
  if (Math.abs(aheadMs) < mostAwryMs) return []
  const { title, ahead, behind } = checks.clock
  const minutes = String(Math.round(Math.abs(aheadMs) / 60_000))
  return [finding('clock', 'failed', title, fill(aheadMs > 0 ? ahead : behind, { minutes }))]
}
