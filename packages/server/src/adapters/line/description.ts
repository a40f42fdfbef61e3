import type { PlatformDescription } from '../../ports/platform-description.ts'

export const lineDescription: PlatformDescription = {
  platform: 'line',
  name: 'LINE',
  consoleName: 'LINE Developers Console',
  badge: 'LINE',
  needsPublicAddress: true,
  abilities: {
    seesUnsending: true,
    seesAllMessages: true,
    repliesFreely: false,
    pushes: true,
    listsMembers: true,
    knowsAdmins: false,
    joinsByLink: false,
    fileLimitBytes: null,
  },
  texts: {
    guide: 'Connecting LINE',
    refused:
      'Compare LINE_CHANNEL_ACCESS_TOKEN, or LINE_CHANNEL_ID and LINE_CHANNEL_SECRET, with the LINE Developers Console.',
    silent: 'Messages still arrive, but names, pictures, media and replies wait until it does.',
    start(webhookUrl) {
      const isReachable = webhookUrl.startsWith('https:')
      return {
        label: 'LINE webhook',
        lines: [
          webhookUrl,
          ...(isReachable ? [] : ['LINE requires HTTPS. Set INNKEEPER_BASE_URL to an https address first.']),
          'Paste this URL into the LINE Developers Console, on the "Messaging API" tab.',
          'Turn on "Webhook redelivery" there. Without it, messages sent while',
          'this service is down are lost, because LINE keeps no history.',
        ],
      }
    },
  },
}
