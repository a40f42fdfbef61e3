import { rmSync } from 'node:fs'
import { open, readdir } from 'node:fs/promises'
import { join } from 'node:path'

/** Size of the chunks in which files are copied: large enough to be fast, small enough for a small machine. */
export const chunkBytes = 1024 * 1024

const syncsAtOnce = 16

/** Works for files and folders. */
export async function sync(path: string): Promise<void> {
  const file = await open(path, 'r')
  try {
    await file.sync()
  } finally {
    await file.close()
  }
}

/** All files below it, then all folders. Many at once, because the disk handles them together. */
export async function syncTree(root: string): Promise<void> {
  const entries = await readdir(root, { recursive: true, withFileTypes: true })
  const pathsOf = (isWanted: (entry: (typeof entries)[number]) => boolean) =>
    entries.filter(isWanted).map((entry) => join(entry.parentPath, entry.name))
  await syncAll(pathsOf((entry) => entry.isFile()))
  await syncAll([...pathsOf((entry) => entry.isDirectory()), root])
}

export async function syncAll(paths: readonly string[]): Promise<void> {
  const waiting = paths.values()
  const run = async () => {
    for (const path of waiting) await sync(path)
  }
  await Promise.all(Array.from({ length: syncsAtOnce }, run))
}

/** Retries, because files may still be written to a folder while it is being emptied. */
export function removeTree(path: string): void {
  rmSync(path, { recursive: true, force: true, maxRetries: 10 })
}

/** On the disk when the promise resolves. */
export async function appendDurably(path: string, text: string): Promise<void> {
  const file = await open(path, 'a', 0o600)
  try {
    await file.writeFile(text)
    await file.sync()
  } finally {
    await file.close()
  }
}

/** Whether another process with this id is running. If the id is ours, it belonged to a process that has ended. */
export function isAlive(pid: number): boolean {
  if (!(pid > 0) || pid === process.pid) return false
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
