import { beginning } from './schema/1-beginning.ts'
import { platforms } from './schema/2-platforms.ts'
import { media } from './schema/3-media.ts'
import { assistant } from './schema/4-assistant.ts'
import { reading } from './schema/5-reading.ts'
import { claimingNodes, operator, reportingNodes, severalNodes } from './schema/6-operations.ts'
import { strangers } from './schema/8-strangers.ts'
import { setup } from './schema/11-setup.ts'
import { operatorPerson } from './schema/12-operator-person.ts'
import { finding } from './schema/13-finding.ts'
import { stickers } from './schema/14-stickers.ts'
import { sendersOfMedia } from './schema/15-senders-of-media.ts'
import { deletedRules } from './schema/16-deleted-rules.ts'
import { rulePictures } from './schema/17-rule-pictures.ts'
import { people } from './schema/18-people.ts'
import { happenings } from './schema/19-happenings.ts'
import { notifications } from './schema/20-notifications.ts'
import { firstSeen } from './schema/21-first-seen.ts'
import { snapshotRuns } from './schema/22-snapshot-runs.ts'
import { alerts } from './schema/23-alerts.ts'
import { sourcePositions } from './schema/24-source-positions.ts'
import { fileReferences } from './schema/25-file-references.ts'
import { chatPauses } from './schema/26-chat-pauses.ts'
import { movedChats } from './schema/27-moved-chats.ts'
import { imports } from './schema/28-imports.ts'
import { ledger } from './schema/29-ledger.ts'
import { hiddenMessages } from './schema/30-hidden-messages.ts'
import { importedFiles } from './schema/31-imported-files.ts'
import { webhooks } from './schema/32-webhooks.ts'
import { importFigures } from './schema/33-import-figures.ts'
import { webhookFailures } from './schema/34-webhook-failures.ts'
import { similarMessages } from './schema/35-similar-messages.ts'

/**
 * The schema, step by step; the number of a step is its position in this list. A released step is never edited.
 *
 * - Keys of tables that grow start with the channel's number, and messages are stored in reading order.
 * - Times are milliseconds since 1970, booleans 0 and 1.
 */
export const migrations: string[] = [
  beginning,
  platforms,
  media,
  assistant,
  reading,
  operator,
  severalNodes,
  strangers,
  claimingNodes.sqlite,
  reportingNodes.sqlite,
  setup,
  operatorPerson,
  finding,
  stickers,
  sendersOfMedia.sqlite,
  deletedRules,
  rulePictures,
  people,
  happenings,
  notifications,
  firstSeen,
  snapshotRuns,
  alerts,
  sourcePositions,
  fileReferences,
  chatPauses,
  movedChats,
  imports,
  ledger,
  hiddenMessages,
  importedFiles,
  webhooks,
  importFigures.sqlite,
  webhookFailures,
  similarMessages,
]
