import type { ChannelImport } from '@innkeeper/contract'

type HistoryFormat = NonNullable<ChannelImport['figures']>['format']

/** Names of the programs whose chat histories can be imported. They are the same in every language. */
export const historyFormatNames: Record<HistoryFormat, string> = {
  line: 'LINE',
  whatsapp: 'WhatsApp',
  telegram: 'Telegram',
  discord: 'Discord',
  slack: 'Slack',
  innkeeper: 'Innkeeper',
}
