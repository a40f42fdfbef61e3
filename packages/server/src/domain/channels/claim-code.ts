import { randomInt } from 'node:crypto'
import { hashToken } from '../accounts/token.ts'

/** Without I, L, O and U, which are misread or make words: people read a code from one screen and type it on another. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** A code such as `4F7K-92QM`: forty random bits, enough for something that is used once and soon ends. */
export function createClaimCode(): string {
  let text = ''
  for (let index = 0; index < 8; index++) text += alphabet[randomInt(alphabet.length)]
  return `${text.slice(0, 4)}-${text.slice(4)}`
}

/** What is stored of a code. However it was typed: small letters, without the dash, with O for 0 or l for 1. */
export function hashClaimCode(code: string): string {
  const typed = code.toUpperCase().replace(/[^0-9A-Z]/g, '')
  return hashToken(typed.replaceAll('O', '0').replace(/[IL]/g, '1'))
}
