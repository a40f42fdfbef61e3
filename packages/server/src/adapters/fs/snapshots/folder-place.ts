import { randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, open, opendir, readFile, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { PlaceProblem } from '../../../domain/storage/data-folder.ts'
import { isPlaceName } from '../../../domain/storage/snapshots/place-names.ts'
import type { PlacedFile, SnapshotPlace } from '../../../ports/storage/snapshot-place.ts'
import { chunkBytes, sync } from '../durable.ts'

/** Where files are until they are whole. */
const unfinished = 'unfinished'

/** Snapshots in a folder. It must exist: a missing one is usually a disk that isn't mounted. */
export function openFolderPlace(root: string): SnapshotPlace {
  const pathOf = (name: string) => {
    if (!isPlaceName(name)) throw new Error(`${name} is not a name in a snapshot place`)
    return join(root, name)
  }
  const attempt = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      return await work()
    } catch (error) {
      throw explain(error, root)
    }
  }
  return {
    kind: 'folder',
    where: root,
    async *list(prefix) {
      await attempt(() => stat(root))
      const top = prefix.split('/')[0] ?? ''
      for await (const file of listBelow(root, prefix.includes('/') ? top : ''))
        if (file.name.startsWith(prefix)) yield file
    },
    async *open(name) {
      try {
        yield* createReadStream(pathOf(name), { highWaterMark: chunkBytes })
      } catch (error) {
        if (isAbsent(error)) throw new PlaceProblem(`${name} is missing in ${root}.`)
        throw explain(error, root)
      }
    },
    read: (name) =>
      attempt(async () => {
        try {
          return await readFile(pathOf(name))
        } catch (error) {
          if (!isAbsent(error)) throw error
          await stat(root)
          return undefined
        }
      }),
    async put(name, bytes) {
      const path = pathOf(name)
      const temporary = join(root, unfinished, randomUUID())
      const parent = dirname(path)
      await attempt(() => stat(root))
      await attempt(() => mkdir(join(root, unfinished), { recursive: true, mode: 0o700 }))
      const file = await attempt(() => open(temporary, 'w', 0o600))
      try {
        try {
          for await (const chunk of bytes) await attempt(() => file.writeFile(chunk))
          await attempt(() => file.sync())
        } finally {
          await file.close()
        }
        await attempt(async () => {
          const made = await mkdir(parent, { recursive: true, mode: 0o700 })
          await rename(temporary, path)
          await sync(parent)
          // A new folder is durable only when its parent is.
          if (made !== undefined) await sync(dirname(made))
        })
      } catch (error) {
        await rm(temporary, { force: true }).catch(() => undefined)
        throw error
      }
    },
    remove: (name) => attempt(() => rm(pathOf(name), { force: true })),
    dropUnfinished: () => attempt(() => rm(join(root, unfinished), { recursive: true, force: true })),
    close() {},
  }
}

async function* listBelow(root: string, folder: string): AsyncGenerator<PlacedFile> {
  const entries = await opendir(join(root, folder)).catch((error) => {
    if (isAbsent(error)) return undefined
    throw explain(error, root)
  })
  if (!entries) return
  for await (const entry of entries) {
    const name = folder === '' ? entry.name : `${folder}/${entry.name}`
    if (entry.isDirectory()) yield* listBelow(root, name)
    else if (entry.isFile() && isPlaceName(name)) {
      const found = await stat(join(root, name)).catch(() => undefined)
      if (found) yield { name, sizeBytes: found.size, putAt: found.mtimeMs }
    }
  }
}

function isAbsent(error: unknown): boolean {
  return (error as NodeJS.ErrnoException).code === 'ENOENT'
}

function explain(error: unknown, root: string): unknown {
  const { code, syscall } = error as NodeJS.ErrnoException
  if (syscall === undefined) return error
  if (code === 'ENOSPC' || code === 'EDQUOT') {
    return new PlaceProblem(
      `The disk of ${root} is full. Free some space, keep fewer snapshots, or choose another disk.`,
    )
  }
  if (code === 'EFBIG') {
    return new PlaceProblem(
      `The disk of ${root} can't store a file of this size. Choose a disk with another file system than FAT32, such as exFAT, or a ` +
        'user without a limit for files (ulimit -f).',
    )
  }
  if (code === 'ENOENT') return new PlaceProblem(`${root} does not exist. Mount its disk, or create the folder.`)
  if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS') {
    return new PlaceProblem(
      `${root} cannot be used by this user (${code}). Change its owner to the user of the service (chown), or choose another folder.`,
    )
  }
  return new PlaceProblem(`${root} cannot be read or written (${code}). Check its disk.`)
}
