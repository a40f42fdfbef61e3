import { toTimestamp } from '../timestamp.ts'

/** The certificate authority answered with an error. `kind` is the last part of its type, such as `rateLimited`. */
export class AuthorityRefusal extends Error {
  readonly kind: string
  readonly detail: string
  readonly retryAfterMs: number | undefined

  constructor(kind: string, detail: string, retryAfterMs?: number) {
    super(`${kind}: ${detail}`)
    this.kind = kind
    this.detail = readable(detail)
    this.retryAfterMs = retryAfterMs
  }
}

/** The certificate authority did not answer, or not with what ACME says. */
export class AuthorityUnreachable extends Error {
  readonly code: string

  constructor(code: string) {
    super(`no usable answer (${code})`)
    this.code = code
  }
}

/** What the service was asked to do. */
export type OrderSettings = { domain: string; directory: string; host: string; httpPort: number }

/** From here on a clock is worth a sentence: authorities and certificates depend on it. */
const mostClockErrorMs = 5 * 60_000

/** Why a certificate could not be had, and what to do. For errors that have another reason, undefined. */
export function describeOrderProblem(error: unknown, settings: OrderSettings, now: number): string | undefined {
  const authority = URL.parse(settings.directory)?.host ?? settings.directory
  if (error instanceof AuthorityUnreachable) return describeSilence(error.code, authority, now)
  if (!(error instanceof AuthorityRefusal)) return undefined
  const { kind, detail } = error
  const describe = Object.hasOwn(refusals, kind) ? refusals[kind] : undefined
  const advice = describe ? describe(settings) : 'The service tries again later.'
  return `${authority} refused the certificate for ${settings.domain} (${kind}: ${detail}). ${advice}`
}

/** Undefined if it is right. `aheadMs`: how far this machine's clock is ahead of the authority's. */
export function describeClock(aheadMs: number, now: number): string | undefined {
  if (Math.abs(aheadMs) <= mostClockErrorMs) return undefined
  const [hours, minutes] = [Math.abs(aheadMs) / 3_600_000, Math.abs(aheadMs) / 60_000]
  const off = hours >= 2 ? `${Math.round(hours)} hours` : `${Math.round(minutes)} minutes`
  return (
    `This machine's clock says ${toTimestamp(now)}, which is ${off} ${aheadMs > 0 ? 'ahead' : 'behind'}. Set it, or turn on time ` +
    'synchronization.'
  )
}

const checkWay = ({ domain, httpPort }: OrderSettings) =>
  `The DNS records of ${domain} (A and AAAA) must point to this machine or its router, and port 80 there must lead to port ` +
  `${httpPort} of this machine.`

const notHere = (settings: OrderSettings) => `Another server answered instead of this one. ${checkWay(settings)}`

const ourFault = () =>
  'This is a mistake of Innkeeper or of the authority. Please report it, and use a proxy until then.'

/** What to do, by the type of the error (RFC 8555, section 6.7). */
const refusals: Record<string, (settings: OrderSettings) => string> = {
  dns: ({ domain }) =>
    `Create an A or AAAA record for ${domain} with the public address of this machine or its router. New records can take an hour.`,
  connection: (settings) =>
    settings.host === '127.0.0.1' || settings.host === '::1' || settings.host === 'localhost'
      ? `The service listens on ${settings.host} only. Set INNKEEPER_HOST to 0.0.0.0. ${checkWay(settings)}`
      : `${checkWay(settings)} Check the firewall, too.`,
  unauthorized: notHere,
  incorrectResponse: notHere,
  tls: notHere,
  caa: ({ domain }) =>
    `The CAA records of ${domain} or its parent domain don't allow this authority. Add it to them, or remove them.`,
  rateLimited: () => 'The authority allows only so many orders. The service waits, and tries again.',
  rejectedIdentifier: () => 'Set INNKEEPER_ACME_DOMAIN to a public domain name that belongs to you.',
  unsupportedIdentifier: () => 'Set INNKEEPER_ACME_DOMAIN to a public domain name that belongs to you.',
  invalidContact: () => 'Set INNKEEPER_ACME_EMAIL to an address that receives mail.',
  unsupportedContact: () => 'Set INNKEEPER_ACME_EMAIL to an address that receives mail.',
  externalAccountRequired: () =>
    "This authority wants an account from its website, which the service can't use. Choose another INNKEEPER_ACME_DIRECTORY.",
  userActionRequired: () => 'Follow the link in its answer to accept new terms, and restart the service.',
  serverInternal: () => 'The authority has a problem of its own. The service tries again later.',
  badCSR: ourFault,
  badPublicKey: ourFault,
  badSignatureAlgorithm: ourFault,
  malformed: ourFault,
}

/** A wrong clock makes the authority's own certificate look invalid. */
const clockCodes = new Set(['CERT_NOT_YET_VALID', 'CERT_HAS_EXPIRED'])

function describeSilence(code: string, authority: string, now: number): string {
  if (clockCodes.has(code)) {
    return (
      `The certificate of ${authority} is not valid at ${toTimestamp(now)}, the time on this machine's clock (${code}). Set the ` +
      'clock, or turn on time synchronization.'
    )
  }
  return (
    `${authority} can't be reached (${code}). Check that this machine can open https connections to it, and ` +
    'INNKEEPER_ACME_DIRECTORY if you set it.'
  )
}

/** It comes from elsewhere and goes to the log and the terminal. */
function readable(text: string): string {
  const line = text.replace(/[\p{C}\s]+/gu, ' ').trim()
  return line.length <= 300 ? line : `${line.slice(0, 300)}…`
}
