import { fill } from '../../../domain/fill-text.ts'
import { PlatformRefusal, PlatformSilence } from '../../../domain/platforms/platform-errors.ts'
import type { SetupCheck, SetupChecks, SetupRemedy } from '../../../ports/platform-setup.ts'
import { getBot } from '../api/account.ts'
import type { BotApi } from '../api/bot-api.ts'
import { getWebhookState, hostOf, removeWebhook } from '../webhook/registered-webhook.ts'
import { finding, openApi, type TelegramAccess } from './check-token.ts'
import type { TelegramSetupTexts } from './texts/words.ts'

/** `remedies`: what the operator has agreed to. */
type Scene = { webhookUrl: string; usesWebhook: boolean; remedies: ReadonlySet<SetupRemedy> }

/** Whether messages of groups arrive here, and all of them. */
export async function* checkReceiving(
  access: TelegramAccess,
  token: string,
  scene: Scene,
  { checks: texts }: TelegramSetupTexts,
): SetupChecks {
  const api = openApi(access, token)
  const { groups, privacy } = texts
  try {
    // Both are asked before the first check is given, because a failure is the result of that one.
    const { seesAllMessages, canJoinGroups } = await getBot(api)
    yield await checkWebhook(api, scene, texts)
    yield seesAllMessages
      ? finding('privacy', 'ok', privacy.title, privacy.off)
      : finding('privacy', 'failed', privacy.title, privacy.on)
    yield canJoinGroups
      ? finding('groups', 'ok', groups.title, groups.on)
      : finding('groups', 'failed', groups.title, groups.off)
  } catch (error) {
    const { title, unknown } = texts.receiving
    yield finding('receiving', 'unknown', title, fill(unknown, { reason: reasonOf(error) }))
  }
}

const removal: SetupRemedy = 'remove-webhook'

async function checkWebhook(
  api: BotApi,
  { webhookUrl, usesWebhook, remedies }: Scene,
  { receiving }: TelegramSetupTexts['checks'],
): Promise<SetupCheck> {
  const check = (state: SetupCheck['state'], text: string) => finding('receiving', state, receiving.title, text)
  const { url, problem } = await getWebhookState(api)
  const isForeign = url !== '' && url !== webhookUrl
  if (isForeign && !remedies.has(removal)) {
    return {
      ...check('failed', fill(receiving.foreign, { host: hostOf(url) })),
      remedy: { id: removal, label: receiving.remove },
    }
  }
  if (isForeign) {
    await removeWebhook(api)
    return check('ok', receiving.removed)
  }
  if (!usesWebhook) return check('ok', receiving.asked)
  if (problem !== undefined && url !== '') {
    return check('failed', fill(receiving.failing, { url: webhookUrl, reason: problem }))
  }
  return check('ok', fill(receiving.delivered, { url: webhookUrl }))
}

function reasonOf(error: unknown): string {
  if (error instanceof PlatformRefusal || error instanceof PlatformSilence) return error.message
  throw error
}
