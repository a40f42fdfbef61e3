import { createPrivateKey, X509Certificate } from 'node:crypto'
import type { Validity } from './renewal.ts'

/** When the certificate is valid. Undefined if it isn't a certificate, is for another domain, or has another key. */
export function readValidity(domain: string, { key, chain }: { key: string; chain: string }): Validity | undefined {
  try {
    const leaf = new X509Certificate(chain)
    if (!leaf.checkHost(domain) || !leaf.checkPrivateKey(createPrivateKey(key))) return undefined
    return { validFrom: Date.parse(leaf.validFrom), validUntil: Date.parse(leaf.validTo) }
  } catch {
    return undefined
  }
}
