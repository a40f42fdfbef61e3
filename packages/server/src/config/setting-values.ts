import { readFileSync } from 'node:fs'
import { isIPv4, isIPv6 } from 'node:net'
import { domainToASCII } from 'node:url'
import { readDatabaseUrl } from '../domain/storage/database-url.ts'
import type { TrustedProxies } from '../http/receiving/trusted-proxies.ts'

export type Setting<T> = {
  /** The environment variable. */
  env: string
  /** Another variable, shared with other programs, that is used if this one is not set. */
  also?: string
  /** The option of `innkeeper serve` that overrides it, if there is one. */
  flag?: string
  /** The default, as it would be written. If empty, the setting is off or decided at start. */
  standard: string
  /** What it does, for the docs. */
  comment: string
  /** Completes the sentence "Set it to …". */
  allowed: string
  /** Never shown, not even in an error message. */
  isSecret?: true
  /** Returns undefined if the text is not allowed. */
  parse(text: string): T | undefined
}

export const setting = <T>(value: Setting<T>) => value

// Parsers of values. They return undefined if the text is not allowed.

/** Most go into a header, so they are one word of visible ASCII. */
export function visibleWord(text: string): string | null | undefined {
  if (text === '') return null
  return /^[\x21-\x7e]{1,1000}$/.test(text) ? text : undefined
}

/** Some are long. */
export function visibleToken(text: string): string | null | undefined {
  if (text === '') return null
  return /^[\x21-\x7e]{1,8000}$/.test(text) ? text : undefined
}

export function wholeNumber(text: string, least: number, most: number): number | undefined {
  if (!/^\d{1,9}$/.test(text)) return undefined
  const value = Number(text)
  return value >= least && value <= most ? value : undefined
}

export function scaled(value: number | undefined, unit: number): number | undefined {
  return value === undefined ? undefined : value * unit
}

export function baseUrl(text: string): string | undefined {
  if (text === '') return ''
  const url = URL.parse(text)
  if (!url || !/^https?:$/.test(url.protocol) || url.search || url.hash || url.username) return undefined
  return url.pathname === '/' ? url.origin : undefined
}

export function endpointUrl(text: string): string | undefined {
  const url = URL.parse(text)
  if (!url || !/^https?:$/.test(url.protocol) || url.search || url.hash || url.username || url.password)
    return undefined
  return url.href.replace(/\/+$/, '')
}

/** Without a trailing slash being removed: the path belongs to the other side. */
export function secureUrl(text: string): string | undefined {
  const url = URL.parse(text)
  return url?.protocol === 'https:' && !url.username && !url.password && !url.hash ? url.href : undefined
}

/** In the form that certificates use: lower case, and ASCII for names in other scripts. */
export function domainName(text: string): string | null | undefined {
  if (text === '') return null
  // Characters that would end the host of a URL are cut off otherwise.
  if (/[^\p{L}\p{M}\p{N}.-]/u.test(text)) return undefined
  const name = domainToASCII(text)
  const isName = name.length <= 253 && /^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9-]{2,63}$/.test(name)
  return isName && !isIPv4(name) ? name : undefined
}

/** Only what every certificate authority accepts. Some characters would add a second address. */
export function emailAddress(text: string): string | null | undefined {
  if (text === '') return null
  return /^[\w.+-]{1,64}@([a-z0-9-]+\.)+[a-z0-9-]{2,63}$/i.test(text) ? text : undefined
}

export function origins(text: string): string[] | undefined {
  const list = text
    .split(',')
    .map((one) => one.trim())
    .filter((one) => one !== '')
  return list.every((one) => /^https?:/.test(one) && URL.parse(one)?.origin === one) ? list : undefined
}

export function file(path: string): Buffer | null | undefined {
  if (path === '') return null
  try {
    return readFileSync(path)
  } catch {
    return undefined
  }
}

export function metricsAddress(text: string): { host: string; port: number } | null | undefined {
  if (text === '') return null
  const [, host = '127.0.0.1', digits = ''] = /^(?:([\w.-]+|\[[0-9a-fA-F:]+\]):)?(\d+)$/.exec(text) ?? []
  const port = wholeNumber(digits, 0, 65535)
  return port === undefined ? undefined : { host: host.replace(/^\[|\]$/g, ''), port }
}

/** The URL of a server and a database on it. Empty means none. */
export function databaseAddress(text: string): string | null | undefined {
  if (text === '') return null
  return readDatabaseUrl(text) ? text : undefined
}

/** Not `true`: trusting every proxy means trusting every caller. Nor a network that includes everyone. */
export function trustedProxies(text: string): TrustedProxies | undefined {
  if (/^\d$/.test(text)) return { hops: Number(text) }
  const addresses = text.split(',').map((one) => one.trim())
  return addresses.every(isAddressOrNetwork) ? { addresses } : undefined
}

function isAddressOrNetwork(text: string): boolean {
  const [address = '', prefix, ...more] = text.split('/')
  const mostBits = isIPv4(address) ? 32 : isIPv6(address) && !address.includes('%') ? 128 : 0
  if (mostBits === 0 || more.length > 0) return false
  return prefix === undefined || wholeNumber(prefix, 1, mostBits) !== undefined
}

export function webhookUrl(text: string): string | null | undefined {
  if (text === '') return null
  const url = URL.parse(text)
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password || url.hash) return undefined
  return text.length <= 2000 ? url.href : undefined
}

/** As Standard Webhooks defines it. An empty secret would sign everything the same way for everyone. */
export function webhookSecret(text: string): string | null | undefined {
  if (text === '') return null
  const [, base64 = ''] = /^whsec_([A-Za-z0-9+/]+={0,2})$/.exec(text) ?? []
  const bytes = Buffer.from(base64, 'base64')
  return bytes.length >= 24 && bytes.length <= 64 && bytes.toString('base64') === base64 ? text : undefined
}
