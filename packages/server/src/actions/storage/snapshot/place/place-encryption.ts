import { PlaceProblem } from '../../../../domain/storage/data-folder.ts'
import { identityName, objectKeyFor, recipientOfIdentity } from '../../../../domain/storage/snapshots/place-names.ts'
import type { SnapshotIndex } from '../../../../domain/storage/snapshots/snapshot-index.ts'
import type { SnapshotCrypt, SnapshotPlace, Transform } from '../../../../ports/storage/snapshot-place.ts'

/** From the settings: whom to encrypt for. */
export type EncryptionSetting =
  | { kind: 'none' }
  | { kind: 'recipients'; recipients: string[] }
  | { kind: 'passphrase'; passphrase: string }

/** What is needed to write an encrypted snapshot. */
export type PlaceEncryption = {
  head: SnapshotIndex['encryption']
  /** For the names of media files; null: their hashes. */
  objectKey: string | null
  encrypt: Transform
}

type Deps = { place: SnapshotPlace; crypt: SnapshotCrypt; secret: string }

export async function prepareEncryption(
  { place, crypt, secret }: Deps,
  setting: EncryptionSetting,
): Promise<PlaceEncryption> {
  if (setting.kind === 'none') return { head: null, objectKey: null, encrypt: (bytes) => bytes }
  const found = setting.kind === 'passphrase' ? await keepIdentity({ place, crypt }, setting.passphrase) : undefined
  const recipients = setting.kind === 'recipients' ? setting.recipients : found ? [found.recipient] : []
  return {
    head: { recipients, identity: found?.name ?? null },
    objectKey: objectKeyFor(secret, recipients),
    encrypt: await crypt.encryptTo(recipients),
  }
}

type Sealed = { name: string; recipient: string; identity: string }

/**
 * Deriving a key from a passphrase is slow on purpose, so files are encrypted for an identity, and only the identity with the
 * passphrase. With a new passphrase there is a new identity; older snapshots stay readable with the older one.
 */
async function keepIdentity({ place, crypt }: Pick<Deps, 'place' | 'crypt'>, passphrase: string): Promise<Sealed> {
  const known = await findIdentity({ place, crypt }, passphrase)
  if (known) return known
  const { identity, recipient } = await crypt.createIdentity()
  const name = identityName(recipient)
  await place.put(name, [await crypt.sealIdentity(identity, passphrase)])
  return { name, recipient, identity }
}

/** Undefined if no identity of the place was sealed with this passphrase. */
async function findIdentity(
  { place, crypt }: Pick<Deps, 'place' | 'crypt'>,
  passphrase: string,
): Promise<Sealed | undefined> {
  for await (const { name } of place.list('keys/')) {
    const recipient = recipientOfIdentity(name)
    const sealed = recipient === undefined ? undefined : await place.read(name)
    const identity = sealed && (await crypt.openIdentity(sealed, passphrase))
    if (identity !== undefined && recipient !== undefined) return { name, recipient, identity }
  }
  return undefined
}

/** What someone has to decrypt snapshots with: private keys, or a passphrase, which may have to be asked for. */
export type Unlocking = { identities: string[]; askPassphrase: () => Promise<string | undefined> }

/** Throws a PlaceProblem that says what is missing or doesn't fit. */
export async function openEncryption(
  { place, crypt }: Pick<Deps, 'place' | 'crypt'>,
  { snapshotId, encryption }: SnapshotIndex,
  unlocking: Unlocking,
): Promise<Transform> {
  if (!encryption) return (bytes) => bytes
  const { recipients, identity: sealedName } = encryption
  for (const identity of unlocking.identities) {
    if (recipients.includes(await crypt.recipientOf(identity))) return await crypt.decryptWith([identity])
  }
  if (unlocking.identities.length > 0) {
    throw new PlaceProblem(
      `Snapshot ${snapshotId} is encrypted for ${recipients.join(', ')}, and the identity belongs to another key. Use the file with ` +
        'the private key for it.',
    )
  }
  const passphrase = sealedName === null ? undefined : await unlocking.askPassphrase()
  if (sealedName === null || passphrase === undefined) throw new PlaceProblem(whatIsMissing(snapshotId, encryption))
  const sealed = await place.read(sealedName)
  if (!sealed)
    throw new PlaceProblem(`${sealedName} is missing in ${place.where}, so its snapshots cannot be decrypted.`)
  const identity = await crypt.openIdentity(sealed, passphrase)
  if (identity === undefined) {
    throw new PlaceProblem(`The passphrase is not the one that snapshot ${snapshotId} was encrypted with. Try again.`)
  }
  return await crypt.decryptWith([identity])
}

function whatIsMissing(
  snapshotId: string,
  { recipients, identity }: { recipients: string[]; identity: string | null },
): string {
  return identity === null
    ? `Snapshot ${snapshotId} is encrypted for ${recipients.join(', ')}. Add --identity with the file that contains the private key.`
    : `Snapshot ${snapshotId} is encrypted with a passphrase. Run the command in a terminal, or set INNKEEPER_SNAPSHOT_PASSPHRASE.`
}
