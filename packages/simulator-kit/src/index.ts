export { recognizeMedia } from './chat-page/media-kind.ts'
export { createPageApp, isForPage } from './chat-page/page-app.ts'
export type { ChatPlatform, PageContent } from './chat-page/platform.ts'
export { PageRefusal } from './chat-page/read-input.ts'
export { readCommandOptions } from './command-options.ts'
export { fieldsOf, textOf } from './fields.ts'
export type { Answer } from './http/answer.ts'
export { createFaults, type Fault, type FaultDraft, type Faults, type WireFault } from './http/faults.ts'
export { isSuccess, postWebhook, type WebhookResponse } from './http/post-webhook.ts'
export { htmlPage, type Outcome, sendOutcome } from './http/send-outcome.ts'
export { createApiServer } from './http/server.ts'
export { findExchangeProblem, type LoginCode } from './login/login-code.ts'
export { askWhoSignsIn, redirectBack, withoutQuery } from './login/login-page.ts'
export type { MediaFiles } from './state/media-files.ts'
export { openStateFolder, type StateFolder } from './state/state-folder.ts'
export {
  addEntry,
  type Change,
  type DeliveryState,
  type Entry,
  listEntries,
  noteDelivery,
  replaceEntry,
  type Transcript,
} from './transcript.ts'
export { waitUntil } from './wait-until.ts'
