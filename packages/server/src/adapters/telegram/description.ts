import type { PlatformDescription } from '../../ports/platform-description.ts'
import { publicLimitBytes } from './api/files.ts'

type Use = {
  /** Telegram delivers to this service, instead of being asked. */
  usesWebhook: boolean
  /** A local Bot API server gives its files of any size. */
  hasLocalFiles: boolean
}

export function describeTelegram({ usesWebhook, hasLocalFiles }: Use): PlatformDescription {
  return {
    platform: 'telegram',
    name: 'Telegram',
    consoleName: '@BotFather',
    badge: 'TG',
    needsPublicAddress: usesWebhook,
    abilities: {
      seesUnsending: false,
      seesAllMessages: false,
      repliesFreely: true,
      pushes: false,
      listsMembers: false,
      knowsAdmins: true,
      joinsByLink: true,
      fileLimitBytes: hasLocalFiles ? null : publicLimitBytes,
    },
    texts: {
      guide: 'Connecting Telegram',
      refused: 'Compare TELEGRAM_BOT_TOKEN with the token that @BotFather shows when you send it /mybots.',
      hidden:
        'Make the bot an admin there. Or turn off privacy mode in @BotFather (/setprivacy), then remove the bot from the group and add it again.',
      silent: 'Messages wait there for 24 hours.',
      start: (webhookUrl) => ({
        label: 'Telegram',
        lines: usesWebhook ? ['connected, delivers messages to', webhookUrl] : ['connected, no public address needed'],
      }),
    },
  }
}
