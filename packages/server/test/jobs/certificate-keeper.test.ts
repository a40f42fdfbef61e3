import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import { AuthorityRefusal } from '../../src/domain/certificates/order-problem.ts'
import { type Attempts, noAttempts } from '../../src/domain/certificates/renewal.ts'
import { startCertificateKeeper } from '../../src/jobs/certificate-keeper.ts'
import type { Certificate, CertificateAuthority, CertificateFiles, PendingOrder } from '../../src/ports/certificates.ts'
import { createCertificate } from '../process/certificate.ts'

const dayMs = 86_400_000
const hourMs = 3_600_000
const now = Date.UTC(2026, 10, 18, 12)
const domain = 'inn.example'
const settings = { domain, directory: 'https://acme.example/dir', host: '0.0.0.0', httpPort: 80 }
const issue = (fromDays: number, untilDays: number): Certificate => {
  const ages = { validFrom: now + fromDays * dayMs, validUntil: now + untilDays * dayMs }
  const { cert, key } = createCertificate({ domain, ...ages })
  return { chain: cert, key }
}

type World = { certificate?: Certificate; attempts?: Attempts; pending?: PendingOrder; aheadMs?: number }

/** A keeper with files in memory. `order` is what the authority does. */
function keep(
  { certificate, attempts = noAttempts, pending, aheadMs = 0 }: World,
  order: CertificateAuthority['order'],
) {
  const kept = { certificate, attempts, pending }
  const used: Certificate[] = []
  const lines: string[] = []
  const write = (fields: unknown, text = '') => void lines.push(`${JSON.stringify(fields)} ${text}`)
  const files: CertificateFiles = {
    findCertificate: () => kept.certificate,
    saveCertificate(next) {
      kept.certificate = next
    },
    findOrder: () => kept.pending,
    saveOrder(next) {
      kept.pending = next
    },
    readAccountKey: () => 'unused',
    readAttempts: () => kept.attempts,
    saveAttempts(next) {
      kept.attempts = next
    },
  }
  let orders = 0
  const authority: CertificateAuthority = {
    readClockError: async () => aheadMs,
    order: async (...words) => {
      orders++
      return await order(...words)
    },
  }
  const use = (next: Certificate) => void used.push(next)
  const log = { info: write, warn: write }
  const keeper = startCertificateKeeper({ settings, authority, files, clock: () => now, log, use })
  return { keeper, kept, used, lines, orders: () => orders }
}

const settle = async () => {
  for (let turns = 0; turns < 10; turns++) await turn()
}

describe('the certificate keeper', () => {
  test('orders the first certificate, uses and saves it, and has nothing to warn about', async () => {
    const fresh = issue(0, 90)
    const { keeper, kept, used, lines, orders } = keep({}, async () => fresh)
    assert.match(keeper.warnings()[0] ?? '', /no certificate for inn\.example yet/)
    assert.equal(keeper.hasCertificate(), false)
    await settle()
    assert.deepEqual([keeper.hasCertificate(), keeper.warnings(), orders()], [true, [], 1])
    assert.deepEqual([used, kept.certificate], [[fresh], fresh])
    assert.match(lines.join(), /2027-02-16.* got a certificate/)
    await keeper.stop()
  })

  test('leaves a certificate alone that has more than a third of its lifetime left', async () => {
    const { keeper, orders } = keep({ certificate: issue(-59, 31) }, async () => assert.fail('ordered'))
    await settle()
    assert.deepEqual([orders(), keeper.warnings()], [0, []])
    await keeper.stop()
  })

  test('renews a certificate in its last third, and continues an order that was begun', async () => {
    const pending = { url: 'https://acme.example/order/1', key: 'key' }
    const { keeper, used } = keep({ certificate: issue(-61, 29), pending }, async (begun) => {
      assert.deepEqual(begun, pending)
      return issue(0, 90)
    })
    await settle()
    assert.equal(used.length, 1)
    await keeper.stop()
  })

  test('after a refusal it warns, remembers the reason and when to try again, and does not try again at once', async () => {
    const refuse = async () => {
      throw new AuthorityRefusal('rateLimited', 'too many certificates', 2 * hourMs)
    }
    const { keeper, kept, lines, orders } = keep({ certificate: issue(-61, 29) }, refuse)
    await settle()
    assert.equal(orders(), 1)
    const { problem, ...rest } = kept.attempts
    assert.deepEqual(rest, { failures: 1, triedAt: now, heldUntil: now + 2 * hourMs })
    assert.match(problem ?? '', /rateLimited: too many certificates/)
    assert.match(
      keeper.warnings()[0] ?? '',
      /valid until 2026-12-17.*, but renewing it failed\. .*too many certificates/,
    )
    assert.match(lines.join(), /"nextTryAt":"2026-11-18T14:00:00Z".* failed to get a certificate/)
    await keeper.stop()
    // The next start waits as well.
    const next = keep({ attempts: kept.attempts }, async () => assert.fail('ordered'))
    await settle()
    assert.equal(next.orders(), 0)
    await next.keeper.stop()
  })

  test('a clock that is ahead orders nothing that is not due, and says so', async () => {
    const { keeper, kept, lines, orders } = keep({ certificate: issue(-61, 29), aheadMs: 30 * dayMs }, async () =>
      assert.fail('ordered'),
    )
    await settle()
    assert.equal(orders(), 0)
    assert.match(kept.attempts.problem ?? '', /which is 720 hours ahead\. Set it, or turn on time synchronization\.$/)
    assert.match(keeper.warnings()[0] ?? '', /720 hours ahead/)
    assert.match(lines.join(), /720 hours ahead/)
    await keeper.stop()
  })

  test('with a clock that is wrong by hours, a certificate that is due is still ordered', async () => {
    const { keeper, used, lines } = keep({ aheadMs: -5 * hourMs }, async () => issue(0, 90))
    await settle()
    assert.equal(used.length, 1)
    assert.match(lines.join(), /5 hours behind/)
    await keeper.stop()
  })

  test('a certificate that cannot be saved is used anyway, and the warning says why', async () => {
    const full = Object.assign(new Error('no space left on device'), { code: 'ENOSPC' })
    const { keeper, kept, used } = keep({}, async () => issue(0, 90))
    Object.defineProperty(kept, 'certificate', {
      set() {
        throw full
      },
    })
    await settle()
    assert.equal(used.length, 1)
    assert.match(keeper.warnings()[0] ?? '', /could not be ordered or saved: ENOSPC/)
    await keeper.stop()
  })

  test('stopping ends an order that is under way, without a warning', async () => {
    const { keeper, lines, kept } = keep({}, (_, { signal }) => {
      return new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason as Error)))
    })
    await settle()
    await keeper.stop()
    assert.deepEqual([lines, kept.attempts], [[], noAttempts])
  })
})
