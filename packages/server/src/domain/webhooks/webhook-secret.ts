import { createHmac } from 'node:crypto'

/** The former secret signs as well for this long. */
const overlapMs = 24 * 3_600_000

/** Derived, so that only one key has to be stored and sealed. */
export function webhookSecret(webhookKey: string, webhookId: string, secretNo: number): string {
  const bytes = createHmac('sha256', webhookKey).update(`webhook ${webhookId} ${secretNo}`).digest()
  return `whsec_${bytes.toString('base64')}`
}

/** The current one first. */
export function signingSecrets(
  webhookKey: string,
  { webhookId, secretNo, secretAt }: { webhookId: string; secretNo: number; secretAt: number },
  now: number,
): string[] {
  const numbers = secretNo > 1 && now - secretAt < overlapMs ? [secretNo, secretNo - 1] : [secretNo]
  return numbers.map((no) => webhookSecret(webhookKey, webhookId, no))
}
