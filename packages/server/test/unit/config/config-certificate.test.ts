import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { readConfig } from '../../../src/config/config.ts'
import { createCertificate } from '../../process/certificate.ts'
import { problemOf } from '../../support/config-problem.ts'
import { newFolder } from '../../support/process/process.ts'

describe('certificate and key', () => {
  const folder = newFolder()
  const write = (name: string, text: string): string => {
    writeFileSync(join(folder, name), text)
    return join(folder, name)
  }
  const one = createCertificate()
  const cert = write('cert.pem', one.cert)
  const key = write('key.pem', one.key)

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
