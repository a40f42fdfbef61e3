import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import { describeCertificate } from '../domain/certificates/certificate-status.ts'
import {
  AuthorityRefusal,
  describeClock,
  describeOrderProblem,
  type OrderSettings,
} from '../domain/certificates/order-problem.ts'
import { readValidity } from '../domain/certificates/read-certificate.ts'
import { nextTryTime, noAttempts, renewalTime, type Validity } from '../domain/certificates/renewal.ts'
import { toTimestamp } from '../domain/timestamp.ts'
import type { Certificate, CertificateAuthority, CertificateFiles } from '../ports/certificates.ts'
import type { Clock } from '../ports/clock.ts'

/** Gets the first certificate of a domain, and renews it in time. */
export type CertificateKeeper = {
  hasCertificate(): boolean
  /** When it orders again after a failure; undefined if the last order didn't fail. */
  findNextTry(): number | undefined
  warnings(): string[]
  stop(): Promise<void>
}

type Deps = {
  settings: OrderSettings
  authority: CertificateAuthority
  files: CertificateFiles
  clock: Clock
  log: Pick<Logger, 'info' | 'warn'>
  /** Takes a new certificate into use, for connections from now on. */
  use(certificate: Certificate): void
}

/** Often enough to notice that the clock was set. */
const lookEveryMs = 60_000

export function startCertificateKeeper({ settings, authority, files, clock, log, use }: Deps): CertificateKeeper {
  const { domain } = settings
  const stopping = new AbortController()
  const { signal } = stopping
  const first = files.findCertificate()
  let validity: Validity | undefined = first && readValidity(domain, first)
  let attempts = files.readAttempts()

  const order = async () => {
    const aheadMs = await authority.readClockError(signal)
    const clockProblem = describeClock(aheadMs, clock())
    if (clockProblem !== undefined) {
      log.warn(clockProblem)
      // Only this clock says that it's time. Ordering again and again would use up the authority's limits.
      if (validity && clock() - aheadMs < renewalTime(validity)) throw new WrongClock(clockProblem)
    }
    const save = files.saveOrder
    const certificate = await authority.order(files.findOrder(), { save, signal })
    use(certificate)
    validity = readValidity(domain, certificate)
    files.saveCertificate(certificate)
  }
  const tryOnce = async () => {
    try {
      await order()
      attempts = { ...noAttempts, triedAt: clock() }
      const validUntil = validity && toTimestamp(validity.validUntil)
      log.info({ domain, validUntil }, 'got a certificate; serving HTTPS with it')
    } catch (error) {
      if (signal.aborted) return
      const now = clock()
      const problem = describeFailure(error, settings, now)
      const heldMs = error instanceof AuthorityRefusal ? error.retryAfterMs : undefined
      const heldUntil = heldMs === undefined ? null : now + heldMs
      attempts = { failures: attempts.failures + 1, triedAt: now, problem, heldUntil }
      const nextTryAt = toTimestamp(nextTryTime(validity, attempts, { now, isStart: false }))
      log.warn({ domain, problem, nextTryAt }, 'failed to get a certificate')
    }
    try {
      files.saveAttempts(attempts)
    } catch (err) {
      log.warn({ err }, 'failed to save when a certificate was last ordered')
    }
  }
  const run = async () => {
    let isStart = true
    while (!signal.aborted) {
      const now = clock()
      const waitMs = nextTryTime(validity, attempts, { now, isStart }) - now
      if (waitMs > 0)
        await sleep(Math.min(waitMs, lookEveryMs), undefined, { signal, ref: false }).catch(() => undefined)
      else {
        isStart = false
        await tryOnce()
      }
    }
  }
  const running = run()
  return {
    hasCertificate: () => validity !== undefined,
    findNextTry() {
      if (attempts.problem === null) return undefined
      return nextTryTime(validity, attempts, { now: clock(), isStart: false })
    },
    warnings() {
      const { state, words } = describeCertificate(domain, validity, attempts, clock())
      return state === 'ok' ? [] : [words]
    },
    async stop() {
      stopping.abort()
      await running
    },
  }
}

class WrongClock extends Error {}

function describeFailure(error: unknown, settings: OrderSettings, now: number): string {
  if (error instanceof WrongClock) return error.message
  const { code, message } = error as NodeJS.ErrnoException
  // On a full disk, for example.
  return (
    describeOrderProblem(error, settings, now) ?? `The certificate could not be ordered or saved: ${code ?? message}.`
  )
}
