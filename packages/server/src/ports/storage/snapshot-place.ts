/** A file in a place. `putAt`: milliseconds since 1970, by the clock of the place. */
export type PlacedFile = { name: string; sizeBytes: number; putAt: number }

/**
 * Where snapshots are stored: a folder, or a bucket. A file is complete or absent, and can be replaced. Every method that fails
 * because of the place throws a PlaceProblem, whose message is for the operator and contains no secret.
 */
export type SnapshotPlace = {
  kind: 'folder' | 'bucket'
  /** As an operator would name it; without anything secret. */
  where: string
  /** All files whose names start with this, in no order. Names that a place can't have are left out. */
  list(prefix: string): AsyncIterable<PlacedFile>
  /** Reading throws a PlaceProblem if there is no such file. */
  open(name: string): AsyncIterable<Uint8Array>
  /** Undefined if there is no such file; for small files. */
  read(name: string): Promise<Buffer | undefined>
  /** Durable when the promise resolves. If reading the bytes fails, nothing is stored, and the error is passed on. */
  put(name: string, bytes: AsyncIterable<Uint8Array> | Iterable<Uint8Array>, hint?: PutHint): Promise<void>
  /** Harmless if absent. */
  remove(name: string): Promise<void>
  /** Removes what writers that died left behind. Nothing else may write at the same time. */
  dropUnfinished(): Promise<void>
  close(): void
}

/** `mostBytes`: about how many there are at most. */
export type PutHint = { mostBytes: number }

/** The bytes pass through; ends with an error if they can't be encrypted or decrypted. */
export type Transform = (bytes: AsyncIterable<Uint8Array>) => AsyncIterable<Uint8Array>

/** age files, which any `age` program can open. */
export type SnapshotCrypt = {
  encryptTo(recipients: readonly string[]): Promise<Transform>
  /** Reading throws a PlaceProblem if none of these identities fits, or the bytes were changed. */
  decryptWith(identities: readonly string[]): Promise<Transform>
  createIdentity(): Promise<{ identity: string; recipient: string }>
  /** Takes about a third of a second of computing. */
  sealIdentity(identity: string, passphrase: string): Promise<Uint8Array>
  /** Undefined if it was sealed with another passphrase. */
  openIdentity(sealed: Uint8Array, passphrase: string): Promise<string | undefined>
  /** Throws a PlaceProblem if it is not a private key. */
  recipientOf(identity: string): Promise<string>
}

/** A folder for files that exist only while a snapshot is made or read. */
export type WorkFolder = {
  path: string
  read(name: string): AsyncIterable<Uint8Array>
  /** Returns where the file is. */
  write(name: string, bytes: AsyncIterable<Uint8Array>): Promise<string>
  /** Size and hash. */
  describe(name: string): Promise<{ sizeBytes: number; sha256: string }>
  /** Synchronous, for when the process is about to exit. */
  remove(): void
}
