import { PlatformRefusal } from '../../domain/platforms/platform-errors.ts'
import type { Clock } from '../../ports/clock.ts'
import type { Connector, FileRef, PullOptions } from '../../ports/connector.ts'
import { type BotInfo, getBot } from './api/account.ts'
import { type BotApi, createBotApi, findBotOf } from './api/bot-api.ts'
import { signInUrlOf } from './api/bot-links.ts'
import { registerCommands } from './api/command-menu.ts'
import { createFiles } from './api/files.ts'
import { findChannel, getMember } from './api/profiles.ts'
import { countMembers, isMember, leave, listAdmins, seesAllMessages } from './api/roster.ts'
import { createStickers } from './api/stickers.ts'
import { describeTelegram } from './description.ts'
import { pollUpdates } from './polling/poll-updates.ts'
import { isSupergroup, toId } from './receiving/ids.ts'
import { readReplyToken } from './receiving/read-common.ts'
import type { Bot } from './receiving/read-people.ts'
import { createPacer } from './sending/pacing.ts'
import { destinationOf, sendSpeech } from './sending/send.ts'
import { openDelivery } from './webhook/open-delivery.ts'
import { keepWebhook, refuseForeign, removeWebhook } from './webhook/registered-webhook.ts'
import { createSecretCheck } from './webhook/webhook-secret.ts'

export type TelegramOptions = {
  token: string
  /** `https://api.telegram.org`, or the address of a local Bot API server or a compatible platform. */
  apiBaseUrl: string
  /** Where a local Bot API server keeps its files. Null: files are downloaded from `apiBaseUrl`. */
  filesFolder: string | null
  /** Where Telegram could deliver to, and whether it should. Otherwise it is asked. */
  webhookUrl?: string
  usesWebhook?: boolean
  /** The bot that is expected, if it was confirmed that it isn't the one used before. */
  confirmedBotId?: number
  clock: Clock
  /** For the pauses between messages. Real time if unset, because Telegram's limits are about real time. */
  pacingClock?: Clock
  fetch?: typeof globalThis.fetch
  /** For each call; ten seconds if unset. */
  timeLimitMs?: number
}

export function createTelegramConnector(options: TelegramOptions): Connector {
  const { token, clock, fetch = globalThis.fetch, timeLimitMs = 10_000 } = options
  const botId = findBotOf(token)
  if (botId === undefined) {
    throw new Error('TELEGRAM_BOT_TOKEN must be a token of a bot, such as 123456789:AAE…; copy it from @BotFather')
  }
  const account = openAccount(botId, options.confirmedBotId)
  const apiBaseUrl = options.apiBaseUrl.replace(/\/+$/, '')
  const api = createBotApi({ token, apiBaseUrl, fetch, timeLimitMs, findObstacle: account.findObstacle })
  const files = createFiles({ api, token, fetch, timeLimitMs, folder: options.filesFolder })
  const pacer = createPacer(options.pacingClock ?? (() => performance.now()))
  const checkSecret = createSecretCheck(token)
  /** Until Telegram has told our name, commands that name a bot are left alone. */
  let bot: Bot = { id: botId, username: undefined }
  let hasMenu = false
  const learn = async (): Promise<BotInfo> => {
    account.check()
    const info = await getBot(api)
    bot = info
    return info
  }

  return {
    platform: 'telegram',
    description: describeTelegram({
      usesWebhook: options.usesWebhook === true,
      hasLocalFiles: options.filesFolder !== null,
    }),
    namesComeAlone: true,
    mayHaveMoved: isSupergroup,
    ...(options.usesWebhook
      ? {
          webhook: {
            open(delivery) {
              const reason = checkSecret(delivery)
              return reason === undefined
                ? openDelivery(delivery, bot, learn)
                : { kind: 'refused', reason, cause: 'signature' }
            },
          },
        }
      : {}),
    pull: {
      async run(pulling) {
        const bot = await learn()
        // The menu is a help for people; if Telegram doesn't take it now, messages are received all the same.
        if (!hasMenu) {
          hasMenu = await registerCommands(api).then(
            () => true,
            () => false,
          )
        }
        await receive({ api, bot, options, clock }, pulling)
      },
    },
    findSignInChat: () => (bot.username === undefined ? undefined : signInUrlOf(bot.username)),
    async getAccount() {
      const { id, displayName } = await learn()
      return { accountId: toId(id), displayName }
    },
    setAccount: account.expect,
    replies: {
      send: (reply, speech, chat) =>
        sendSpeech({ api, pacer }, speech, destinationOf(readReplyToken(reply.token), chat)),
    },
    profiles: {
      findChannel: (channel) => findChannel(api, channel),
      getMember: (channel, userId) => getMember(api, channel, userId),
      getPicture: files.getPicture,
    },
    media: {
      open: ({ file }) => files.open(getFile(file)),
      openPreview: ({ file }) => files.open(getPreview(file)),
    },
    stickers: createStickers(api, files),
    leave: (channel) => leave(api, channel),
    membership: { isMember: (channel, userId) => isMember(api, channel, userId) },
    roster: {
      count: (channel) => countMembers(api, channel),
      listAdmins: (channel) => listAdmins(api, channel),
      seesAllMessages: (channel) => seesAllMessages(api, botId, channel),
      // Telegram lists admins only.
      listMemberIds: () => noList(),
    },
  }
}

type Receiving = { api: BotApi; bot: Bot; options: TelegramOptions; clock: Clock }

/** Telegram either delivers or is asked, never both. */
async function receive({ api, bot, options, clock }: Receiving, pulling: PullOptions): Promise<void> {
  const { webhookUrl: url, token } = options
  if (options.usesWebhook && url !== undefined) return await keepWebhook({ api, bot, token, url, clock }, pulling)
  const { url: registered } = await refuseForeign(api, url)
  if (registered !== '') await removeWebhook(api)
  await pollUpdates({ api, bot, clock }, pulling)
}

/** The chats of another bot are other chats, so its token is only used once someone has confirmed that it is meant. */
function openAccount(botId: number, confirmedBotId: number | undefined) {
  const own = toId(botId)
  let expected = confirmedBotId === undefined ? own : toId(confirmedBotId)
  const findObstacle = () =>
    expected === own
      ? undefined
      : `TELEGRAM_BOT_TOKEN belongs to the bot ${botId}, but this service was used with the bot ${expected.slice(3)}. ` +
        `Enter that bot's token again, or set TELEGRAM_BOT_ID=${botId} to confirm the change`
  return {
    findObstacle,
    check() {
      const obstacle = findObstacle()
      if (obstacle !== undefined) throw new PlatformRefusal('forbidden', obstacle)
    },
    expect(accountId: string) {
      if (confirmedBotId === undefined) expected = accountId
    },
  }
}

/** Ends with an error, because an empty list would say that no one is there. */
async function* noList(): AsyncGenerator<string[]> {
  yield []
  throw new PlatformRefusal('forbidden', 'Telegram has no list of members')
}

function getFile(file: FileRef | undefined): FileRef {
  if (file === undefined) throw new PlatformRefusal('not-found', 'The message has no file that Telegram could find')
  return file
}

function getPreview(file: FileRef | undefined): FileRef {
  const { previewRef } = getFile(file)
  if (previewRef === undefined) throw new PlatformRefusal('not-found', 'Telegram has no preview of this file')
  return { ref: previewRef, contentType: 'image/jpeg' }
}
