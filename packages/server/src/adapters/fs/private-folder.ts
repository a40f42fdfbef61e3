import { accessSync, chmodSync, constants, lstatSync, mkdirSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseProblem } from '../../domain/storage/data-folder.ts'

/** Permissions of the group and of everyone else. */
const ofOthers = 0o077

/** Windows has no such permissions: the folder inherits those of its parent. */
const hasModes = process.platform !== 'win32'

/**
 * Creates the data folder if it is missing, and restricts its permissions if others can access it. Throws a DatabaseProblem if
 * it can't.
 */
export function makePrivateFolder(dataDir: string): void {
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 })
    accessSync(dataDir, constants.R_OK | constants.W_OK | constants.X_OK)
  } catch (error) {
    throw new DatabaseProblem(
      `${dataDir} cannot be used as the data folder: ${(error as NodeJS.ErrnoException).code}. It must be a folder that the ` +
        'user of the service can write to; change its owner (chown), or choose another folder with --data.',
    )
  }
  if (hasModes) closeFolder(dataDir)
}

/** Undefined if only its owner can access it, or if it doesn't exist. */
export function findOpenMode(path: string): { mode: string; canClose: boolean } | undefined {
  const found = statSync(path, { throwIfNoEntry: false })
  if (!hasModes || !found || !isOpen(found.mode)) return undefined
  const user = process.geteuid?.()
  return { mode: modeOf(found.mode), canClose: user === 0 || user === found.uid }
}

/**
 * The folder itself comes first: once it is restricted, no one else can reach or swap its contents while we go through them.
 * Folders inside that are already restricted are skipped, so a start doesn't list a million files.
 */
function closeFolder(dataDir: string): void {
  const { mode } = statSync(dataDir)
  if (isOpen(mode)) {
    try {
      chmodSync(dataDir, 0o700)
    } catch {
      // Reported below, like a file system without permissions that ignores the call.
    }
    if (isOpen(statSync(dataDir).mode)) throw cannotClose(dataDir, modeOf(mode))
  }
  for (const name of readdirSync(dataDir)) closePath(join(dataDir, name))
}

/** The contents come first here: if this is interrupted, the next start finds the folder open and continues. */
function closePath(path: string): void {
  // Symbolic links are skipped: someone who could write to the folder before may have pointed one anywhere.
  const found = lstatSync(path, { throwIfNoEntry: false })
  if (!found || !isOpen(found.mode) || !(found.isDirectory() || found.isFile())) return
  if (found.isDirectory()) for (const name of readdirSync(path)) closePath(join(path, name))
  try {
    chmodSync(path, found.mode & 0o700)
  } catch {
    // Deleted meanwhile, or owned by another user such as root; the folder around it is restricted.
  }
}

function cannotClose(dataDir: string, mode: string): DatabaseProblem {
  return new DatabaseProblem(
    `${dataDir} is accessible to other users of this machine (mode ${mode}), and this user cannot change that. Change its owner to ` +
      'the user of the service (chown) and restrict it (chmod 700), or choose a separate folder inside it with --data.',
  )
}

const isOpen = (mode: number) => (mode & ofOthers) !== 0
const modeOf = (mode: number) => (mode & 0o777).toString(8)
