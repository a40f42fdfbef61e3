const alphabet = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l'
const prefix = 'age'
const dataCharacters = 52
const checksumCharacters = 6

/**
 * Whether the text is an X25519 public key of age. Its checksum finds typing errors, which would otherwise be noticed when
 * nothing can be decrypted. https://age-encryption.org/v1, https://github.com/bitcoin/bips/blob/master/bip-0173.mediawiki
 */
export function isAgeRecipient(text: string): boolean {
  if (!text.startsWith(`${prefix}1`)) return false
  const values = [...text.slice(prefix.length + 1)].map((one) => alphabet.indexOf(one))
  if (values.length !== dataCharacters + checksumCharacters || values.includes(-1)) return false
  const codes = [...prefix].map((one) => one.charCodeAt(0))
  return checksumOf([...codes.map((code) => code >> 5), 0, ...codes.map((code) => code & 31), ...values]) === 1
}

const generators = [0x3b6a57b2, 0x26508e6d, 0x1ea119fa, 0x3d4233dd, 0x2a1462b3]

function checksumOf(values: readonly number[]): number {
  let sum = 1
  for (const value of values) {
    const top = sum >>> 25
    sum = ((sum & 0x1ffffff) << 5) ^ value
    for (const [bit, generator] of generators.entries()) if ((top >>> bit) & 1) sum ^= generator
  }
  return sum
}
