import { Refusal } from '../../domain/refusal.ts'
import type { BlobStore } from '../../ports/storage/blob-store.ts'
import type { HeldTurn } from '../../ports/storage/nodes.ts'
import type { Store } from '../../ports/store.ts'

/**
 * Keeps files exactly as long as something refers to them. Files and the store share no transaction: between "nothing refers to
 * these bytes" and their deletion, something could start to refer to them. So recording and removing a file take turns, file by
 * file: within this process, and if several nodes share a store, among all of them.
 */
export type FileKeeper = {
  /** Stores the bytes, then lets `record` refer to them. If it didn't, they are deleted again. */
  keep(bytes: Parameters<BlobStore['put']>[0], record: (file: StoredFile) => Promise<unknown>): Promise<void>
  /** Removes the file, unless something still refers to it. */
  release(sha256: string): Promise<void>
}

type Turn = Pick<HeldTurn, 'isHeld'>
const alone: Turn = { isHeld: async () => true }

/** After a node was frozen, another one may have stored or removed the file since. */
async function refuseLost(turn: Turn): Promise<void> {
  if (!(await turn.isHeld())) throw new Refusal('unavailable', 'another node has taken over this file')
}

type StoredFile = { sha256: string; sizeBytes: number }

export function createFileKeeper({
  store,
  blobs,
}: {
  store: Pick<Store, 'isBlobReferenced' | 'nodes'>
  blobs: BlobStore
}): FileKeeper {
  const turns = new Map<string, Promise<void>>()
  /** How many callers have stored a file and not recorded it yet. The last of them checks whether it is needed. */
  const keepers = new Map<string, number>()

  async function inTurn(sha256: string, work: (turn: Turn) => Promise<void>): Promise<void> {
    const before = turns.get(sha256) ?? Promise.resolve()
    const mine = before.then(() => (store.nodes ? store.nodes.inTurn(`file ${sha256}`, work) : work(alone)))
    const settled = mine.catch(() => {})
    turns.set(sha256, settled)
    await mine.finally(() => {
      if (turns.get(sha256) === settled) turns.delete(sha256)
    })
  }
  async function removeUnlessReferenced(sha256: string, turn: Turn): Promise<void> {
    const isNeeded = await store.isBlobReferenced(sha256)
    if (isNeeded || keepers.get(sha256)) return
    await refuseLost(turn)
    await blobs.remove(sha256)
  }

  return {
    async keep(bytes, record) {
      const file = await blobs.put(bytes)
      const { sha256 } = file
      keepers.set(sha256, (keepers.get(sha256) ?? 0) + 1)
      await inTurn(sha256, async (turn) => {
        try {
          // Deleted by another process at the moment it was stored.
          if (!(await blobs.stat(sha256)))
            throw new Refusal('unavailable', 'a file was removed while it was being saved')
          await refuseLost(turn)
          await record(file)
        } finally {
          const others = (keepers.get(sha256) ?? 1) - 1
          if (others === 0) keepers.delete(sha256)
          else keepers.set(sha256, others)
        }
        await removeUnlessReferenced(sha256, turn)
      })
    },
    release: (sha256) => inTurn(sha256, (turn) => removeUnlessReferenced(sha256, turn)),
  }
}
