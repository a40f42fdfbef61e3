import { existsSync, rmdirSync, rmSync } from 'node:fs'
import { mkdir, readdir, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { invalid } from '../../../domain/refusal.ts'
import { unfinishedRestore } from '../../../domain/storage/data-folder.ts'
import type { RestoreDraft } from '../../../ports/storage/snapshot.ts'
import { removeTree, sync, syncTree } from '../durable.ts'
import { makePrivateFolder } from '../private-folder.ts'
import { writeHashed } from '../write-hashed.ts'

/** The final contents of the folder; after an interrupted restore, some of them may exist already. */
const parts = ['media', 'erasures.jsonl', 'backups.jsonl', 'innkeeper.db']
const lockName = 'serve.lock'

/**
 * Prepares a data folder that doesn't exist, is empty, or was left by an interrupted restore. `lock` keeps services and other
 * restores away; it is taken before anything is changed.
 */
export async function openRestoreFolder(
  dataDir: string,
  lock: (dataDir: string) => { release(): void },
): Promise<RestoreDraft> {
  await refuseUsed(dataDir)
  const wasMade = !existsSync(dataDir)
  makePrivateFolder(dataDir)
  const held = lock(dataDir)
  const workDir = join(dataDir, unfinishedRestore)
  const clear = () => {
    for (const name of [...parts, unfinishedRestore]) removeTree(join(dataDir, name))
  }
  let isOver = false
  try {
    // Again, now that no one else can change it.
    await refuseUsed(dataDir)
    clear()
    await mkdir(workDir, { mode: 0o700 })
  } catch (error) {
    held.release()
    throw error
  }
  return {
    dataDir: workDir,
    async put(path, bytes) {
      const full = join(workDir, path)
      await mkdir(dirname(full), { recursive: true, mode: 0o700 })
      await writeHashed(full, bytes, { isDurable: false })
    },
    remove: (path) => rm(join(workDir, path)),
    async publish(lastly) {
      await syncTree(workDir)
      const made = new Set(await readdir(workDir))
      for (const name of parts.filter((part) => made.has(part))) await rename(join(workDir, name), join(dataDir, name))
      await sync(dataDir)
      await lastly?.()
      isOver = true
      removeTree(workDir)
      await sync(dataDir)
      held.release()
    },
    abandon() {
      if (isOver) return
      isOver = true
      clear()
      // Before the lock is released, so that no one locks a file that no longer exists.
      rmSync(join(dataDir, lockName), { force: true })
      held.release()
      if (wasMade) rmdirSync(dataDir)
    },
  }
}

async function refuseUsed(dataDir: string): Promise<void> {
  const names: string[] = await readdir(dataDir).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw invalid(`${dataDir} cannot be used as the data folder: ${error.code}.`)
  })
  const isUnfinished = names.includes(unfinishedRestore)
  // The lock may have a second file while it is locked.
  const foreign = names.filter((name) => !name.startsWith(lockName) && name !== unfinishedRestore)
  const isFree = isUnfinished ? foreign.every((name) => parts.includes(name)) : foreign.length === 0
  if (isFree) return
  throw invalid(
    `${dataDir} is not empty and was left untouched. Choose a folder that is empty or does not exist, such as --data ./restored.`,
  )
}
