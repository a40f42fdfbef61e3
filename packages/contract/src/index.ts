export { budgets, type Cost } from './budgets.ts'
export { type ErrorCode, errors, sentenceOf } from './errors.ts'
export { openapiDocument } from './openapi.ts'
export {
  type AnswerOf,
  answersWithETag,
  type BodyOf,
  errorsOf,
  type ParamsOf,
  type Permission,
  type QueryOf,
  type Route,
  takesIfMatch,
} from './route.ts'
export { consolePages } from './routes/console.ts'
export { listRoutes, type RouteName, type Routes, routes } from './routes.ts'
export { leastPassphrase, mostAccountsInBrowser, mostActiveKeys } from './schemas/accounts.ts'
export { stops, unansweredFailures } from './schemas/assistant/answering.ts'
export { qaModes } from './schemas/assistant/config.ts'
export { ruleLimits, weekdays } from './schemas/assistant/rules.ts'
export { languages } from './schemas/channels.ts'
export { exportFormatNames } from './schemas/exports.ts'
export { historyFormats, importStates, leftOutReasons, longestFileName } from './schemas/imports.ts'
export { mediaTypes } from './schemas/media.ts'
export { happeningWords, messageTypes } from './schemas/messages.ts'
export { mostNotifiedBrowsers } from './schemas/notifications.ts'
export { peopleLimits } from './schemas/people.ts'
export { sizeLimits } from './schemas/primitives.ts'
export { mostCounted, savedSearchLimits, searchedTypes } from './schemas/search.ts'
export { usageLimits } from './schemas/usage.ts'
export { serviceEvents, webhookEvents, webhookLimits } from './schemas/webhooks.ts'
export type { TableProblem, TableProblemCode, TableProblemValues } from './table-problems.ts'
export type * from './types.ts'
