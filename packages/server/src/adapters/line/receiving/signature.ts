import { createHmac, createSecretKey, timingSafeEqual } from 'node:crypto'
import type { Delivery } from '../../../ports/connector.ts'

const headerName = 'x-line-signature'

/** 32 bytes in base64. Node's own decoder is lenient (base64url, spaces, missing padding), so nothing is ever decoded here. */
const form = /^[A-Za-z0-9+/]{43}=$/

/**
 * Returns the reason to reject a delivery, or undefined if it was signed with one of the secrets. Compares the encoded forms,
 * so that each signature has only one valid spelling.
 */
export function createSignatureCheck(secrets: string[]): (delivery: Delivery) => string | undefined {
  if (secrets.length === 0 || secrets.some((secret) => secret.trim() === ''))
    throw new Error(
      'The LINE channel secret is missing, so signatures cannot be checked. Copy it from "Basic settings" in the ' +
        'LINE Developers Console',
    )
  const keys = secrets.map((secret) => createSecretKey(secret, 'utf8'))
  return ({ headers, body }) => {
    const given = findHeader(headers)
    if (given === undefined) return 'The request has no signature'
    if (typeof given !== 'string') return 'The request has more than one signature'
    if (!form.test(given)) return 'The signature is not 32 bytes in base64'
    const signature = Buffer.from(given, 'latin1')
    for (const key of keys) {
      const expected = Buffer.from(createHmac('sha256', key).update(body).digest('base64'), 'latin1')
      if (timingSafeEqual(signature, expected)) return undefined
    }
    return 'The signature does not match the body: the LINE channel secret is wrong, or the body was changed on the way'
  }
}

/** The platform reserves the right to change the case of its header's name. An array: given more than once. */
function findHeader(headers: Delivery['headers']): string | string[] | undefined {
  let found: string | string[] | undefined
  for (const name in headers) {
    if (name.length !== headerName.length || name.toLowerCase() !== headerName) continue
    const value = headers[name]
    if (value === undefined) continue
    if (found !== undefined) return []
    found = Array.isArray(value) && value.length === 1 ? value[0] : value
  }
  return found
}
