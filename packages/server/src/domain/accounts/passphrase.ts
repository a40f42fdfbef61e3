import { randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto'

// 32 MiB and about a tenth of a second for every guess.
const cost = { log2N: 15, r: 8, p: 1 }
const hashBytes = 32

/** The form in which a passphrase is stored, with everything needed to check it later. */
export async function hashPassphrase(passphrase: string): Promise<string> {
  const salt = randomBytes(16)
  const derived = await derive(passphrase, salt, cost)
  const { log2N, r, p } = cost
  return ['scrypt', log2N, r, p, salt.toString('base64url'), derived.toString('base64url')].join('$')
}

export async function isPassphrase(passphrase: string, stored: string): Promise<boolean> {
  const [kind, log2N, r, p, salt = '', wanted = ''] = stored.split('$')
  if (kind !== 'scrypt') return false
  const given = await derive(passphrase, Buffer.from(salt, 'base64url'), {
    log2N: Number(log2N),
    r: Number(r),
    p: Number(p),
  })
  const expected = Buffer.from(wanted, 'base64url')
  return given.length === expected.length && timingSafeEqual(given, expected)
}

/** The same text typed on another system may be composed differently. */
function derive(passphrase: string, salt: Buffer, { log2N, r, p }: typeof cost): Promise<Buffer> {
  const options: ScryptOptions = { N: 2 ** log2N, r, p, maxmem: 256 * 1024 * 1024 }
  return new Promise((resolve, reject) => {
    scrypt(passphrase.normalize('NFKC'), salt, hashBytes, options, (error, key) =>
      error ? reject(error) : resolve(key),
    )
  })
}
