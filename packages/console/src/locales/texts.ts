import { accountTexts } from './en/account/index.ts'
import { alerts } from './en/alerts/index.ts'
import { assistant } from './en/assistant/index.ts'
import { assistantParts } from './en/assistant-parts/index.ts'
import { exportTexts } from './en/exports/index.ts'
import { first } from './en/first/index.ts'
import { importTexts } from './en/imports/index.ts'
import { rest } from './en/rest/index.ts'
import { service } from './en/service/index.ts'
import { settingsTexts } from './en/settings/index.ts'
import { webhookTexts } from './en/webhooks/index.ts'
import { accountTexts as jaAccountTexts } from './ja/account/index.ts'
import { alerts as jaAlerts } from './ja/alerts/index.ts'
import { assistant as jaAssistant } from './ja/assistant/index.ts'
import { assistantParts as jaAssistantParts } from './ja/assistant-parts/index.ts'
import { exportTexts as jaExportTexts } from './ja/exports/index.ts'
import { first as jaFirst } from './ja/first/index.ts'
import { importTexts as jaImportTexts } from './ja/imports/index.ts'
import { rest as jaRest } from './ja/rest/index.ts'
import { service as jaService } from './ja/service/index.ts'
import { settingsTexts as jaSettingsTexts } from './ja/settings/index.ts'
import { webhookTexts as jaWebhookTexts } from './ja/webhooks/index.ts'
import type { Texts, Translated } from './language.ts'
import { accountTexts as thAccountTexts } from './th/account/index.ts'
import { alerts as thAlerts } from './th/alerts/index.ts'
import { assistant as thAssistant } from './th/assistant/index.ts'
import { assistantParts as thAssistantParts } from './th/assistant-parts/index.ts'
import { exportTexts as thExportTexts } from './th/exports/index.ts'
import { first as thFirst } from './th/first/index.ts'
import { importTexts as thImportTexts } from './th/imports/index.ts'
import { rest as thRest } from './th/rest/index.ts'
import { service as thService } from './th/service/index.ts'
import { settingsTexts as thSettingsTexts } from './th/settings/index.ts'
import { webhookTexts as thWebhookTexts } from './th/webhooks/index.ts'
import { accountTexts as zhTWAccountTexts } from './zh-TW/account/index.ts'
import { alerts as zhTWAlerts } from './zh-TW/alerts/index.ts'
import { assistant as zhTWAssistant } from './zh-TW/assistant/index.ts'
import { assistantParts as zhTWAssistantParts } from './zh-TW/assistant-parts/index.ts'
import { exportTexts as zhTWExportTexts } from './zh-TW/exports/index.ts'
import { first as zhTWFirst } from './zh-TW/first/index.ts'
import { importTexts as zhTWImportTexts } from './zh-TW/imports/index.ts'
import { rest as zhTWRest } from './zh-TW/rest/index.ts'
import { service as zhTWService } from './zh-TW/service/index.ts'
import { settingsTexts as zhTWSettingsTexts } from './zh-TW/settings/index.ts'
import { webhookTexts as zhTWWebhookTexts } from './zh-TW/webhooks/index.ts'

/** All texts by language. The other languages must match English. */
export const en = {
  ...first,
  ...rest,
  ...accountTexts,
  ...settingsTexts,
  ...assistant,
  ...assistantParts,
  ...service,
  ...alerts,
  ...exportTexts,
  ...importTexts,
  ...webhookTexts,
} as const

export const ja: Translated<Texts> = {
  ...jaFirst,
  ...jaRest,
  ...jaAccountTexts,
  ...jaSettingsTexts,
  ...jaAssistant,
  ...jaAssistantParts,
  ...jaService,
  ...jaAlerts,
  ...jaExportTexts,
  ...jaImportTexts,
  ...jaWebhookTexts,
}

export const zhTW: Translated<Texts> = {
  ...zhTWFirst,
  ...zhTWRest,
  ...zhTWAccountTexts,
  ...zhTWSettingsTexts,
  ...zhTWAssistant,
  ...zhTWAssistantParts,
  ...zhTWService,
  ...zhTWAlerts,
  ...zhTWExportTexts,
  ...zhTWImportTexts,
  ...zhTWWebhookTexts,
}

export const th: Translated<Texts> = {
  ...thFirst,
  ...thRest,
  ...thAccountTexts,
  ...thSettingsTexts,
  ...thAssistant,
  ...thAssistantParts,
  ...thService,
  ...thAlerts,
  ...thExportTexts,
  ...thImportTexts,
  ...thWebhookTexts,
}
