import type { Attempts } from '../domain/certificates/renewal.ts'

/** PEM texts. The chain begins with the certificate of the domain. */
export type Certificate = { key: string; chain: string }

/** An order that was begun, so that it can be continued after a crash. */
export type PendingOrder = { url: string; key: string }

/** Issues certificates for one domain. */
export type CertificateAuthority = {
  /** How far this machine's clock is ahead of the authority's. */
  readClockError(signal: AbortSignal): Promise<number>
  /**
   * Takes up to some minutes. Continues `pending` if that's still possible. Calls `save` as soon as a new order exists, so that a
   * crash doesn't lose it. Throws an AuthorityRefusal or AuthorityUnreachable.
   */
  order(
    pending: PendingOrder | undefined,
    options: { save: (order: PendingOrder) => void; signal: AbortSignal },
  ): Promise<Certificate>
}

/** Where one domain's certificate and everything about it is kept. Only the service's user can read it. */
export type CertificateFiles = {
  /** Undefined if there is none, or one that can't be used for the domain. */
  findCertificate(): Certificate | undefined
  saveCertificate(certificate: Certificate): void
  findOrder(): PendingOrder | undefined
  saveOrder(order: PendingOrder): void
  /** The private key of the account at the authority, as PEM. Created if there is none. */
  readAccountKey(): string
  readAttempts(): Attempts
  saveAttempts(attempts: Attempts): void
}
