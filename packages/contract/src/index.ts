export { type ErrorCode, errors, sentenceOf } from './errors.ts'
export { openapiDocument } from './openapi.ts'
export {
  type AnswerOf,
  type BodyOf,
  errorsOf,
  type ParamsOf,
  type Permission,
  type QueryOf,
  type Route,
} from './route.ts'
export { listRoutes, type RouteName, type Routes, routes } from './routes.ts'
export { messageTypes, sizeLimits } from './schemas/reading.ts'
export type * from './types.ts'
