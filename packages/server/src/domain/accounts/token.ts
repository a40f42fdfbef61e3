import { hash, randomBytes, randomInt } from 'node:crypto'
import { crc32 } from 'node:zlib'

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const shape = /^ink_[0-9A-Za-z]{49}$/

/** `ink_`, 43 random characters, and a checksum, so that a mistyped or truncated key can be distinguished from an unknown one. */
export function createToken(): string {
  const body = `ink_${randomText(43)}`
  return body + checksum(body)
}

/** Whether the text has the format and the checksum of a key. The key may still be unknown. */
export function isToken(text: string): boolean {
  return shape.test(text) && checksum(text.slice(0, -6)) === text.slice(-6)
}

/** The form in which a key is stored. */
export function hashToken(token: string): string {
  return hash('sha256', token, 'hex')
}

/** An id such as `r_7Hq2mZc0TnW4`: short, unguessable, and with a prefix for its kind. */
export function createId(prefix: 'k' | 'r' | 'm' | 's' | 'i' | 'o' | 'q' | 'w'): string {
  return `${prefix}_${randomText(prefix === 'm' ? 22 : 12)}`
}

/** 256 bits in hexadecimal digits. */
export function createSecret(): string {
  return randomBytes(32).toString('hex')
}

/** Letters and digits, nearly six random bits each. */
export function randomText(length: number): string {
  let text = ''
  for (let index = 0; index < length; index++) text += alphabet[randomInt(alphabet.length)]
  return text
}

function checksum(text: string): string {
  let rest = crc32(text)
  let digits = ''
  for (let index = 0; index < 6; index++) {
    digits = alphabet[rest % 62] + digits
    rest = Math.floor(rest / 62)
  }
  return digits
}
