import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Delivery } from '../../../ports/connector.ts'

const headerName = 'x-telegram-bot-api-secret-token'

/** Made from the bot token, so that there is nothing more to configure, and useless for finding the token. */
export function webhookSecret(token: string): string {
  return createHmac('sha256', token).update('innkeeper webhook').digest('hex')
}

/**
 * Why a delivery isn't from Telegram; undefined if it is. Telegram doesn't sign what it delivers, it only repeats the secret that we
 * registered.
 */
export function createSecretCheck(token: string): (delivery: Pick<Delivery, 'headers'>) => string | undefined {
  const expected = Buffer.from(webhookSecret(token))
  return ({ headers }) => {
    const given = headers[headerName]
    if (given === undefined) return 'The request has no secret token'
    if (typeof given !== 'string') return 'The request has more than one secret token'
    const bytes = Buffer.from(given)
    return bytes.length === expected.length && timingSafeEqual(bytes, expected)
      ? undefined
      : 'The secret token is wrong: another program, or another token, registered this address'
  }
}
