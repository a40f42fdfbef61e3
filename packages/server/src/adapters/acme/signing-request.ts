import { createPrivateKey, createPublicKey, sign } from 'node:crypto'

/**
 * A request to sign a certificate for the domain (PKCS #10, RFC 2986), as DER. Node has no function for it. The key is an ECDSA key on
 * P-256.
 */
export function createSigningRequest(domain: string, keyPem: string): Buffer {
  const key = createPrivateKey(keyPem)
  const publicKey = createPublicKey(key).export({ type: 'spki', format: 'der' })
  const names = sequence(element(tags.dnsName, Buffer.from(domain, 'ascii')))
  const extension = sequence(oids.subjectAltName, element(tags.octetString, names))
  const extensions = sequence(oids.extensionRequest, element(tags.set, sequence(extension)))
  const info = sequence(
    element(tags.integer, Buffer.from([0])),
    // Without a name: authorities only look at the extension, and the older field holds 64 characters at most.
    sequence(),
    publicKey,
    element(tags.attributes, extensions),
  )
  const signature = element(tags.bitString, Buffer.concat([Buffer.from([0]), sign('sha256', info, key)]))
  return sequence(info, sequence(oids.ecdsaWithSha256), signature)
}

const tags = {
  integer: 0x02,
  bitString: 0x03,
  octetString: 0x04,
  sequence: 0x30,
  set: 0x31,
  dnsName: 0x82,
  attributes: 0xa0,
}

const oids = {
  subjectAltName: Buffer.from('0603551d11', 'hex'),
  extensionRequest: Buffer.from('06092a864886f70d01090e', 'hex'),
  ecdsaWithSha256: Buffer.from('06082a8648ce3d040302', 'hex'),
}

function sequence(...parts: Buffer[]): Buffer {
  return element(tags.sequence, Buffer.concat(parts))
}

/** Tag, length and content (X.690). Nothing here is longer than 65,535 bytes. */
function element(tag: number, content: Buffer): Buffer {
  const { length } = content
  const size = length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff]
  return Buffer.concat([Buffer.from([tag, ...size]), content])
}
