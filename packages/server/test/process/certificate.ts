import { createPrivateKey, generateKeyPairSync, sign } from 'node:crypto'

type Wanted = { domain?: string; validFrom?: number; validUntil?: number }

/** A self-signed certificate for a domain and this machine, and its key, both as PEM. X.509 (RFC 5280) encoded by hand. */
export function createCertificate(wanted: Wanted = {}): { cert: string; key: string } {
  const { domain = 'localhost', validFrom = Date.UTC(2020), validUntil = Date.UTC(2049) } = wanted
  const { publicKey, privateKey } = generateKeyPairSync('ec', {
    namedCurve: 'P-256',
    publicKeyEncoding: { type: 'spki', format: 'der' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  })
  const name = sequence(der(0x31, sequence(oid.commonName, der(0x0c, Buffer.from(domain)))))
  const toBeSigned = sequence(
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, Buffer.from([1])),
    sequence(oid.ecdsaWithSha256),
    name,
    sequence(utcTime(validFrom), utcTime(validUntil)),
    name,
    publicKey,
    der(0xa3, sequence(sequence(oid.subjectAltName, der(0x04, alternativeNames(domain))))),
  )
  const signature = sign('sha256', toBeSigned, createPrivateKey(privateKey))
  const bitString = der(0x03, Buffer.concat([Buffer.from([0]), signature]))
  const bytes = sequence(toBeSigned, sequence(oid.ecdsaWithSha256), bitString)
  const lines = bytes.toString('base64').match(/.{1,64}/g) ?? []
  const cert = ['-----BEGIN CERTIFICATE-----', ...lines, '-----END CERTIFICATE-----', ''].join('\n')
  return { cert, key: privateKey }
}

const oid = {
  commonName: Buffer.from('0603550403', 'hex'),
  subjectAltName: Buffer.from('0603551d11', 'hex'),
  ecdsaWithSha256: Buffer.from('06082a8648ce3d040302', 'hex'),
}

function alternativeNames(domain: string): Buffer {
  return sequence(der(0x82, Buffer.from(domain)), der(0x87, Buffer.from([127, 0, 0, 1])))
}

/** Years from 1950 to 2049, with two digits. */
function utcTime(at: number): Buffer {
  const digits = new Date(at).toISOString().replaceAll(/\D/g, '').slice(2, 14)
  return der(0x17, Buffer.from(`${digits}Z`))
}

function sequence(...parts: Buffer[]): Buffer {
  return der(0x30, Buffer.concat(parts))
}

function der(tag: number, content: Buffer): Buffer {
  const { length } = content
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 0xff]
  return Buffer.concat([Buffer.from([tag, ...size]), content])
}
