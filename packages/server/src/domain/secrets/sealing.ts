import { createCipheriv, createDecipheriv, hash, randomBytes } from 'node:crypto'

/** 256 bits, and an id that is stored with everything sealed with them. */
export type SealingKey = { id: string; bytes: Buffer }

/** The name under which the key for notifications is sealed. No one enters it: the service makes it, and another one if it is lost. */
export const serverKeyName = 'notificationKey'

/** The name under which the key is sealed from which the signing secrets of webhooks are derived. The service makes it. */
export const webhookKeyName = 'webhookKey'

const algorithm = 'aes-256-gcm'
const version = 'v1'
const ivBytes = 12
const tagBytes = 16

/** As it is written in a file or a setting: 64 hexadecimal digits. */
export function createSealingKey(): string {
  return randomBytes(32).toString('hex')
}

/** Undefined if the text isn't a key. */
export function readSealingKey(text: string): SealingKey | undefined {
  if (!/^[0-9a-f]{64}$/i.test(text)) return undefined
  const bytes = Buffer.from(text, 'hex')
  return { id: hash('sha256', Buffer.concat([Buffer.from('innkeeper sealing key'), bytes]), 'hex').slice(0, 12), bytes }
}

/** `name`: what it is the value of. A sealed value that is moved to another name can't be opened. */
export function seal({ id, bytes }: SealingKey, name: string, text: string): string {
  const iv = randomBytes(ivBytes)
  const cipher = createCipheriv(algorithm, bytes, iv, { authTagLength: tagBytes }).setAAD(Buffer.from(name))
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()])
  return [version, id, iv.toString('base64url'), sealed.toString('base64url')].join('.')
}

/** Undefined if it was sealed with another key or for another name, or was changed. */
export function unseal(keys: readonly SealingKey[], name: string, sealed: string): string | undefined {
  const [format, keyId, iv = '', body = ''] = sealed.split('.')
  const key = keys.find(({ id }) => id === keyId)
  const bytes = Buffer.from(body, 'base64url')
  if (format !== version || !key || bytes.length < tagBytes) return undefined
  try {
    const decipher = createDecipheriv(algorithm, key.bytes, Buffer.from(iv, 'base64url'), { authTagLength: tagBytes })
    decipher.setAAD(Buffer.from(name)).setAuthTag(bytes.subarray(-tagBytes))
    return Buffer.concat([decipher.update(bytes.subarray(0, -tagBytes)), decipher.final()]).toString('utf8')
  } catch {
    return undefined
  }
}

/** The id of the key that it was sealed with. */
export function sealedWith(sealed: string): string | undefined {
  return sealed.split('.')[1]
}
