import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { describeCertificate } from '../../../src/domain/certificates/certificate-status.ts'
import {
  AuthorityRefusal,
  AuthorityUnreachable,
  describeClock,
  describeOrderProblem,
} from '../../../src/domain/certificates/order-problem.ts'
import { noAttempts } from '../../../src/domain/certificates/renewal.ts'

const now = Date.UTC(2026, 10, 18, 12)
const dayMs = 86_400_000
const settings = { domain: 'inn.example', directory: 'https://acme.example/dir', host: '0.0.0.0', httpPort: 8081 }
const describeProblem = (error: unknown, more = {}) => describeOrderProblem(error, { ...settings, ...more }, now) ?? ''

describe('why there is no certificate', () => {
  const table: [kind: string, advice: RegExp][] = [
    ['dns', /Create an A or AAAA record for inn\.example with the public address/],
    ['connection', /port 80 there must lead to port 8081 of this machine\. Check the firewall, too\.$/],
    ['unauthorized', /Another server answered instead of this one\. The DNS records of inn\.example/],
    ['incorrectResponse', /Another server answered instead of this one/],
    ['tls', /Another server answered instead of this one/],
    ['caa', /The CAA records of inn\.example or its parent domain don't allow this authority\. Add it/],
    ['rateLimited', /The service waits, and tries again\.$/],
    ['rejectedIdentifier', /Set INNKEEPER_ACME_DOMAIN to a public domain name that belongs to you\.$/],
    ['invalidContact', /Set INNKEEPER_ACME_EMAIL to an address that receives mail\.$/],
    ['unsupportedContact', /Set INNKEEPER_ACME_EMAIL/],
    ['externalAccountRequired', /Choose another INNKEEPER_ACME_DIRECTORY\.$/],
    ['userActionRequired', /accept new terms, and restart the service\.$/],
    ['serverInternal', /The authority has a problem of its own\. The service tries again later\.$/],
    ['malformed', /Please report it/],
    ['somethingNew', /The service tries again later\.$/],
    ['constructor', /The service tries again later\.$/],
  ]
  for (const [kind, advice] of table) {
    test(`${kind}: names the authority, the domain and its reason, and says what to do`, () => {
      const words = describeProblem(new AuthorityRefusal(kind, 'because'))
      assert.ok(words.startsWith(`acme.example refused the certificate for inn.example (${kind}: because). `), words)
      assert.match(words, advice)
    })
  }

  test('a service that only this machine can reach is told to listen on all networks', () => {
    const words = describeProblem(new AuthorityRefusal('connection', 'refused'), { host: '127.0.0.1' })
    assert.match(words, /The service listens on 127\.0\.0\.1 only\. Set INNKEEPER_HOST to 0\.0\.0\.0\./)
  })

  test('an authority that does not answer is named with the code', () => {
    const words = describeProblem(new AuthorityUnreachable('ENOTFOUND'))
    assert.match(
      words,
      /^acme\.example can't be reached \(ENOTFOUND\)\. Check that this machine can open https connections/,
    )
  })

  test('a clock so wrong that the authority looks untrustworthy is named as the likely reason', () => {
    for (const code of ['CERT_NOT_YET_VALID', 'CERT_HAS_EXPIRED']) {
      const words = describeProblem(new AuthorityUnreachable(code))
      assert.match(words, /is not valid at 2026-11-18T12:00:00Z, the time on this machine's clock .*Set the clock/)
    }
  })

  test('what the authority writes stays one short line', () => {
    const words = describeProblem(new AuthorityRefusal('dns', `one\n\u001b[31mtwo\u0007${'x'.repeat(5_000)}`))
    assert.match(words, /\(dns: one \[31mtwo x+…\)/)
    assert.ok(words.length < 600)
  })

  test('other errors are not explained', () => {
    assert.equal(describeOrderProblem(new Error('bug'), settings, now), undefined)
  })
})

describe('a wrong clock', () => {
  test('is reported from five minutes on, with the direction', () => {
    assert.equal(describeClock(5 * 60_000, now), undefined)
    assert.match(describeClock(-6 * 60_000, now) ?? '', /says 2026-11-18T12:00:00Z, which is 6 minutes behind\. Set it/)
    assert.match(describeClock(3 * 3_600_000, now) ?? '', /which is 3 hours ahead\. Set it/)
  })
})

describe('the state of a certificate', () => {
  const failed = { failures: 2, triedAt: now - 60_000, problem: 'It failed. Do this.', heldUntil: null }
  const valid = { validFrom: now - 60 * dayMs, validUntil: now + 30 * dayMs }
  const table: [validity: typeof valid | undefined, attempts: typeof noAttempts, state: string, words: RegExp][] = [
    [
      valid,
      noAttempts,
      'ok',
      /^The certificate for inn\.example is valid until 2026-12-18T12:00:00Z\. The service renews/,
    ],
    [
      valid,
      failed,
      'care',
      /valid until \S+, but renewing it failed\. It failed\. Do this\. \(Last tried at 2026-11-18T11:59/,
    ],
    [undefined, noAttempts, 'wrong', /^There is no certificate for inn\.example yet\. The running service orders it/],
    [undefined, failed, 'wrong', /^There is no certificate for inn\.example yet\. It failed\. Do this\./],
    [{ validFrom: 0, validUntil: now }, failed, 'wrong', /expired at 2026-11-18T12:00:00Z\. It failed\. Do this\./],
    [
      { validFrom: now + dayMs, validUntil: now + 2 * dayMs },
      noAttempts,
      'care',
      /valid from 2026-11-19\S+ on, but this machine's clock says 2026-11-18\S+ Set the clock/,
    ],
  ]
  test('says until when it is valid, or what went wrong and when', () => {
    for (const [validity, attempts, state, words] of table) {
      const found = describeCertificate('inn.example', validity, attempts, now)
      assert.equal(found.state, state)
      assert.match(found.words, words)
    }
  })
})
