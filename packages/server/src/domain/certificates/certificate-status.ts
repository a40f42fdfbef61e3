import { toTimestamp } from '../timestamp.ts'
import { type Attempts, renewalTime, type Validity } from './renewal.ts'

/** `care`: people can still connect. `wrong`: browsers and platforms refuse to. */
export type CertificateStatus = { state: 'ok' | 'care' | 'wrong'; words: string }

/** The state of the certificate in sentences, for the operator. */
export function describeCertificate(
  domain: string,
  certificate: Validity | undefined,
  { problem, triedAt }: Attempts,
  now: number,
): CertificateStatus {
  const tried = problem === null ? '' : ` ${problem} (Last tried at ${toTimestamp(triedAt ?? now)}.)`
  if (!certificate) {
    const waiting = ' The running service orders it, and needs a minute for that.'
    return { state: 'wrong', words: `There is no certificate for ${domain} yet.${tried || waiting}` }
  }
  const { validFrom, validUntil } = certificate
  if (now < validFrom) {
    const words =
      `The certificate for ${domain} is valid from ${toTimestamp(validFrom)} on, but this machine's clock says ` +
      `${toTimestamp(now)}. Set the clock, or turn on time synchronization.`
    return { state: 'care', words }
  }
  if (now >= validUntil) {
    return { state: 'wrong', words: `The certificate for ${domain} expired at ${toTimestamp(validUntil)}.${tried}` }
  }
  const valid = `The certificate for ${domain} is valid until ${toTimestamp(validUntil)}`
  if (problem !== null) return { state: 'care', words: `${valid}, but renewing it failed.${tried}` }
  return { state: 'ok', words: `${valid}. The service renews it from ${toTimestamp(renewalTime(certificate))} on.` }
}
