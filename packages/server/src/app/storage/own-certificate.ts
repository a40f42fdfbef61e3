import { openCertificateFiles } from '../../adapters/fs/certificate-files.ts'
import type { Config } from '../../config/config.ts'
import { type CertificateStatus, describeCertificate } from '../../domain/certificates/certificate-status.ts'
import { readValidity } from '../../domain/certificates/read-certificate.ts'
import type { CertificateFiles } from '../../ports/certificates.ts'

type Acme = Pick<Config, 'acmeDomain' | 'acmeDirectory' | 'dataDir'>

/** Undefined if the service doesn't get its own certificate. */
export function openOwnCertificate({
  acmeDomain: domain,
  acmeDirectory: directory,
  dataDir,
}: Acme): CertificateFiles | undefined {
  return domain === null ? undefined : openCertificateFiles({ dataDir, directory, domain })
}

/** What a server begins with: null for plain HTTP. If the service gets its own certificate, that may come later. */
export function findTls(
  config: Acme & Pick<Config, 'tlsCert' | 'tlsKey'>,
): { cert?: Buffer | string; key?: Buffer | string } | null {
  if (config.tlsCert && config.tlsKey) return { cert: config.tlsCert, key: config.tlsKey }
  const files = openOwnCertificate(config)
  if (!files) return null
  const certificate = files.findCertificate()
  return certificate ? { cert: certificate.chain, key: certificate.key } : {}
}

/** Undefined if the service doesn't get its own certificate. Creates nothing. */
export function examineCertificate(config: Acme, now: number): CertificateStatus | undefined {
  const files = openOwnCertificate(config)
  if (!files || config.acmeDomain === null) return undefined
  const certificate = files.findCertificate()
  const validity = certificate && readValidity(config.acmeDomain, certificate)
  return describeCertificate(config.acmeDomain, validity, files.readAttempts(), now)
}
