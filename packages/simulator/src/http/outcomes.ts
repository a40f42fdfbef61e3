import { htmlPage, type Outcome } from '@innkeeper/simulator-kit'
import { notFound, refuse } from './answer.ts'
import type { FaultKind } from './faults.ts'

export const rateExceeded = refuse(429, 'The API rate limit has been exceeded. Try again later.')
export const quotaExceeded = refuse(429, 'You have reached your monthly limit.')
export const notForYourAccount = refuse(403, 'Access to this API is not available for your account')
export const invalidToken = refuse(
  401,
  'Authentication failed due to the following reason: invalid token. Confirm that the access token in the authorization header is valid.',
)
const internalError = refuse(500, 'Internal Server Error')

/** Replaces the route's response; the route is not called. */
export const outcomesBefore: Partial<Record<FaultKind, Outcome>> = {
  '401': invalidToken,
  '403': notForYourAccount,
  '404': notFound,
  '410': refuse(410, 'The content is gone'),
  '429': rateExceeded,
  '429-quota': quotaExceeded,
  '500': internalError,
  '503': refuse(503, 'Service Unavailable'),
  '202-then-200': { status: 202, bytes: Buffer.alloc(0) },
  'html-page': htmlPage(200),
  hang: 'hang',
  drop: 'drop',
}

/** Replaces the response after the route was called. */
export const outcomesAfter: Partial<Record<FaultKind, Outcome>> = {
  'accept-then-hang': 'hang',
  'accept-then-drop': 'drop',
  'accept-then-500': internalError,
}
