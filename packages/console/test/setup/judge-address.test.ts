import assert from 'node:assert/strict'
import { test } from 'node:test'
import { judgeAddress } from '../../src/setup/judge-address.ts'

const direct = {
  host: 'inn.example',
  isEncrypted: false,
  isForwarded: false,
  forwardedProtocol: null,
  isProxyTrusted: false,
}
const proxied = { ...direct, isForwarded: true, forwardedProtocol: 'https', isProxyTrusted: true }
const https = { protocol: 'https:', host: 'inn.example' }
const plain = { protocol: 'http:', host: 'inn.example' }

const cases: [what: string, report: typeof direct | typeof proxied, opened: typeof https, ids: string][] = [
  ['plain HTTP without a proxy', direct, plain, 'noHttps direct'],
  ['the service’s own HTTPS', { ...direct, isEncrypted: true }, https, 'https direct'],
  ['a proxy that does everything right', proxied, https, 'https proxy'],
  ['a proxy that strips all headers', direct, https, 'https protocol address'],
  ['a proxy that doesn’t say that it was HTTPS', { ...proxied, forwardedProtocol: null }, https, 'https protocol'],
  ['a proxy that isn’t trusted', { ...proxied, isProxyTrusted: false }, https, 'https untrusted'],
  ['a proxy that changes the name', { ...proxied, host: '127.0.0.1:8080' }, https, 'https host'],
  ['a proxy without HTTPS', { ...proxied, forwardedProtocol: 'http' }, plain, 'noHttps proxy'],
]

for (const [what, report, opened, ids] of cases) {
  test(`${what} is recognized`, () => {
    const findings = judgeAddress(report, opened)
    assert.equal(findings.map(({ id }) => id).join(' '), ids)
    const good = new Set(['https', 'direct', 'proxy'])
    for (const { id, isGood } of findings) assert.equal(isGood, good.has(id))
  })
}
