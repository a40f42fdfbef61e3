import { randomInt } from 'node:crypto'
import { hashToken } from './token.ts'

/** Long enough to get from the terminal to the browser. Every start prints a new link. */
export const setupLifeMs = 24 * 60 * 60_000

const recoveryCodeCount = 8

/** An operator account isn't a person in any chat. No platform uses IDs of this form. */
export function userIdOfOperator(operatorId: string): string {
  return `operator:${operatorId}`
}

export function isOperatorAccount(userId: string): boolean {
  return userId.startsWith(userIdOfOperator(''))
}

/** The code comes after the `#`, which browsers don't send: no log ever sees it. */
export function setupLink(baseUrl: string, code: string): string {
  return `${baseUrl}/setup#${code}`
}

/** Without letters and digits that look alike: people print them, and type them years later. */
const alphabet = '23456789abcdefghjkmnpqrstvwxyz'

/** Codes such as `7k4m-p2xv-9hqt`, each with 58 random bits. */
export function createRecoveryCodes(): string[] {
  return Array.from({ length: recoveryCodeCount }, () => {
    const text = Array.from({ length: 12 }, () => alphabet[randomInt(alphabet.length)]).join('')
    return `${text.slice(0, 4)}-${text.slice(4, 8)}-${text.slice(8)}`
  })
}

/** The form in which a code is stored, however it was typed. */
export function hashRecoveryCode(code: string): string {
  return hashToken(`recovery ${code.toLowerCase().replace(/[^0-9a-z]/g, '')}`)
}
