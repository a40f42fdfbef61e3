import { Readable } from 'node:stream'
import { ReadableStream } from 'node:stream/web'
import { PlaceProblem } from '../../domain/storage/data-folder.ts'
import type { SnapshotCrypt } from '../../ports/storage/snapshot-place.ts'

/**
 * 64 MiB of memory to open an identity, where the default takes 256 MiB, which small machines don't have. The setting requires a
 * passphrase that is long enough.
 */
const scryptWorkFactor = 16

/** Loaded only by who encrypts or decrypts. https://age-encryption.org/v1 */
const load = () => import('age-encryption')

export const ageCrypt: SnapshotCrypt = {
  async encryptTo(recipients) {
    const { Encrypter } = await load()
    const encrypter = new Encrypter()
    for (const recipient of recipients) encrypter.addRecipient(recipient)
    return async function* (bytes) {
      yield* toChunks(await encrypter.encrypt(toStream(bytes)))
    }
  },
  async decryptWith(identities) {
    const { Decrypter } = await load()
    const decrypter = new Decrypter()
    for (const identity of identities) decrypter.addIdentity(checked(identity))
    return async function* (bytes) {
      let trouble: unknown
      const noted = noting(bytes, (error) => (trouble = error))
      try {
        yield* toChunks(await decrypter.decrypt(toStream(noted)))
      } catch (error) {
        throw trouble ?? explain(error)
      }
    }
  },
  async createIdentity() {
    const { generateX25519Identity, identityToRecipient } = await load()
    const identity = await generateX25519Identity()
    return { identity, recipient: await identityToRecipient(identity) }
  },
  async sealIdentity(identity, passphrase) {
    const { Encrypter } = await load()
    const encrypter = new Encrypter()
    encrypter.setPassphrase(passphrase)
    encrypter.setScryptWorkFactor(scryptWorkFactor)
    return await encrypter.encrypt(`${identity}\n`)
  },
  async openIdentity(sealed, passphrase) {
    const { Decrypter } = await load()
    const decrypter = new Decrypter()
    decrypter.addPassphrase(passphrase)
    try {
      return (await decrypter.decrypt(sealed, 'text')).trim()
    } catch {
      return undefined
    }
  },
  async recipientOf(identity) {
    const { identityToRecipient } = await load()
    try {
      return await identityToRecipient(checked(identity))
    } catch {
      throw new PlaceProblem('The identity is not valid: its checksum does not match. Compare it with your copy.')
    }
  },
}

function checked(identity: string): string {
  if (/^AGE-SECRET-KEY-(PQ-)?1[0-9A-Z]+$/.test(identity)) return identity
  throw new PlaceProblem('The identity is not a private key of age, which starts with AGE-SECRET-KEY-1.')
}

function explain(error: unknown): PlaceProblem {
  const isForeign = /no identity matched/.test((error as Error).message)
  return new PlaceProblem(
    isForeign
      ? 'It was encrypted for another key. Use the identity or passphrase that it was encrypted for.'
      : 'It cannot be decrypted: its bytes were changed.',
  )
}

function toStream(bytes: AsyncIterable<Uint8Array>): globalThis.ReadableStream<Uint8Array> {
  return ReadableStream.from(bytes) as globalThis.ReadableStream<Uint8Array>
}

function toChunks(stream: globalThis.ReadableStream<Uint8Array>): AsyncIterable<Uint8Array> {
  return Readable.fromWeb(stream as ReadableStream<Uint8Array>)
}

async function* noting(bytes: AsyncIterable<Uint8Array>, note: (error: unknown) => void): AsyncGenerator<Uint8Array> {
  try {
    yield* bytes
  } catch (error) {
    note(error)
    throw error
  }
}
