import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { readConfig } from '../../../src/config/config.ts'
import { createCertificate } from '../../process/certificate.ts'
import { problemOf } from '../../support/config-problem.ts'
import { newFolder } from '../../support/process/process.ts'

const folder = newFolder()
const write = (name: string, text: string): string => {
  writeFileSync(join(folder, name), text)
  return join(folder, name)
}
const one = createCertificate()
const cert = write('cert.pem', one.cert)
const key = write('key.pem', one.key)

describe('certificate and key', () => {
  test('a matching pair is accepted', () => {
    const config = readConfig({ INNKEEPER_TLS_CERT: cert, INNKEEPER_TLS_KEY: key })
    assert.equal(config.tlsCert?.toString(), one.cert)
    assert.equal(config.tlsKey?.toString(), one.key)
  })

  test('one without the other is refused', () => {
    for (const environment of [{ INNKEEPER_TLS_CERT: cert }, { INNKEEPER_TLS_KEY: key }]) {
      assert.equal(
        problemOf(environment),
        'Only one of INNKEEPER_TLS_CERT and INNKEEPER_TLS_KEY is set. Set both or neither.',
      )
    }
  })

  test('a file that is not a certificate, not a key, or the key of another certificate is refused', () => {
    const garbage = write('garbage.pem', 'nothing of the kind')
    const strange = write('strange.pem', createCertificate().key)
    for (const [certPath, keyPath] of [
      [garbage, key],
      [cert, garbage],
      [cert, strange],
    ] as const) {
      assert.match(
        problemOf({ INNKEEPER_TLS_CERT: certPath, INNKEEPER_TLS_KEY: keyPath }),
        /^INNKEEPER_TLS_CERT and INNKEEPER_TLS_KEY cannot be used \(\w+\)\. Set them to a PEM certificate and its/,
      )
    }
  })
})

describe('a certificate that the service gets itself', () => {
  const acme = { INNKEEPER_ACME_DOMAIN: 'inn.example', INNKEEPER_ACME_EMAIL: 'host@inn.example' }

  test('a domain and an address are enough, and are the address of the service', () => {
    const { acmeDomain, acmeEmail, acmeDirectory, httpPort, baseUrl } = readConfig(acme)
    assert.deepEqual([acmeDomain, acmeEmail, httpPort], ['inn.example', 'host@inn.example', 80])
    assert.equal(acmeDirectory, 'https://acme-v02.api.letsencrypt.org/directory')
    assert.equal(baseUrl, 'https://inn.example')
  })

  test('names in capitals and in other scripts are read as certificates have them', () => {
    for (const [text, name] of [
      ['Inn.Example', 'inn.example'],
      ['gästehaus.example', 'xn--gstehaus-0za.example'],
      ['宿.example', 'xn--oct.example'],
      ['a.b-c.co.uk', 'a.b-c.co.uk'],
    ] as const) {
      assert.equal(readConfig({ ...acme, INNKEEPER_ACME_DOMAIN: text }).acmeDomain, name)
    }
  })

  test('another authority and another port can be chosen', () => {
    const directory = 'https://127.0.0.1:14000/dir'
    const config = readConfig({ ...acme, INNKEEPER_ACME_DIRECTORY: directory, INNKEEPER_HTTP_PORT: '8080' })
    assert.deepEqual([config.acmeDirectory, config.httpPort], [directory, 8080])
  })

  test('a public address on another port is kept', () => {
    const { baseUrl } = readConfig({ ...acme, INNKEEPER_BASE_URL: 'https://inn.example:8443' })
    assert.equal(baseUrl, 'https://inn.example:8443')
  })

  const conflicts: [environment: Record<string, string>, problem: RegExp][] = [
    [
      { INNKEEPER_ACME_DOMAIN: 'inn.example' },
      /^Only one of INNKEEPER_ACME_DOMAIN and INNKEEPER_ACME_EMAIL is set\. Set both/,
    ],
    [
      { INNKEEPER_ACME_EMAIL: 'host@inn.example' },
      /^Only one of INNKEEPER_ACME_DOMAIN and INNKEEPER_ACME_EMAIL is set/,
    ],
    [
      { ...acme, INNKEEPER_TLS_CERT: cert, INNKEEPER_TLS_KEY: key },
      /^INNKEEPER_ACME_DOMAIN and INNKEEPER_TLS_CERT are both set\./,
    ],
    [
      { ...acme, INNKEEPER_DATABASE_URL: 'postgres://u:p@db.example/inn' },
      /^INNKEEPER_ACME_DOMAIN and INNKEEPER_DATABASE_URL are both set\. .*Use a load balancer/,
    ],
    [
      { ...acme, INNKEEPER_BASE_URL: 'http://inn.example' },
      /^INNKEEPER_BASE_URL is "http:\/\/inn\.example", but the certificate is for https:\/\/inn\.example\. Leave/,
    ],
    [
      { ...acme, INNKEEPER_BASE_URL: 'https://other.example' },
      /^INNKEEPER_BASE_URL is "https:\/\/other\.example", but/,
    ],
  ]
  test('what contradicts it is refused with both settings', () => {
    for (const [environment, problem] of conflicts) assert.match(problemOf(environment), problem)
  })
})
