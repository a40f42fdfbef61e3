import type { ExportFormatName, ExportPlan } from '@innkeeper/contract'
import { keptExports } from '../../session/kept-exports.ts'
import type { LeftOut } from './save-part.ts'

type ExportPart = ExportPlan['parts'][number]

/** An export that was started, so that it can continue after a reload. It holds no messages. */
export type KeptExport = {
  channelId: string
  /** Whose it is: no one else continues it. */
  userId: string
  formats: readonly ExportFormatName[]
  parts: readonly ExportPart[]
  /** Sizes of the parts that were saved, by ID; 0 for those that the browser downloaded itself. */
  done: Readonly<Record<string, number>>
  /** Of all parts that were saved. Undefined if there are none yet. */
  leftOut?: LeftOut
  /** Where they are saved; null if the browser downloads them. */
  folder: FileSystemDirectoryHandle | null
}

export const missingParts = ({ parts, done }: Pick<KeptExport, 'parts' | 'done'>) =>
  parts.filter(({ id }) => !(id in done))

export const addLeftOut = (one: LeftOut | undefined, other: LeftOut): LeftOut => ({
  messages: (one?.messages ?? 0) + other.messages,
  files: (one?.files ?? 0) + other.files,
})

/** In percent, by the size of what is behind and ahead. */
export function progressOf({ parts, done, formats }: KeptExport, arriving = 0): number {
  const sizeOf = ({ bytes, fileBytes }: ExportPart) => 1 + bytes * formats.length + fileBytes
  const total = parts.reduce((sum, part) => sum + sizeOf(part), 0)
  const saved = parts.reduce((sum, part) => sum + (part.id in done ? sizeOf(part) : 0), 0)
  const [next] = missingParts({ parts, done })
  // Sizes are estimated, so a part that is larger than expected stays just below its end.
  const ofNext = next ? Math.min(arriving, sizeOf(next) * 0.98) : 0
  return Math.floor((100 * (saved + ofNext)) / Math.max(1, total))
}

const table = 'exports'

export async function findKept(channelId: string, userId: string): Promise<KeptExport | undefined> {
  const found = await inTable<KeptExport | undefined>('readonly', (store) => store.get(channelId))
  return found?.userId === userId ? found : undefined
}

export async function keep(kept: KeptExport): Promise<void> {
  await inTable('readwrite', (store) => store.put(kept))
}

export async function forget(channelId: string): Promise<void> {
  await inTable('readwrite', (store) => store.delete(channelId))
}

/** If the browser stores nothing, exports work, but don't survive a reload. */
async function inTable<T>(
  mode: IDBTransactionMode,
  work: (store: IDBObjectStore) => IDBRequest,
): Promise<T | undefined> {
  try {
    const opening = indexedDB.open(keptExports, 1)
    opening.onupgradeneeded = () => opening.result.createObjectStore(table, { keyPath: 'channelId' })
    const database: IDBDatabase = await resultOf(opening)
    try {
      return await resultOf<T>(work(database.transaction(table, mode).objectStore(table)))
    } finally {
      database.close()
    }
  } catch {
    return undefined
  }
}

function resultOf<T>(request: IDBRequest): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })
}
