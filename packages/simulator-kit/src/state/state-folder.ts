import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { lockFolder } from './folder-lock.ts'
import { type MediaFiles, openMediaFiles } from './media-files.ts'
import { readStateFile, writeStateFile } from './state-file.ts'

type Kept<Identity, Saved> = { seed: string | number; restarts: number; identity: Identity; world: Saved }

/** What a simulator saves. */
export type Keeping<Identity, Saved> = {
  seed: string | number
  /** The bot and its secrets, which the next start needs before there is a world. */
  identity(): Identity
  /** The saved form of the world. Its files are written before it. */
  describe(files: MediaFiles): Saved
  /** Fills a new world. */
  restore(saved: Saved, files: MediaFiles): void
  /** The files that a saved world refers to. Others are removed. */
  filesOf(saved: Saved): ReadonlySet<string>
  /** Is called with a function that must be called on each change. */
  onChange(changed: () => void): void
}

/** A folder that stores a simulator's state between runs. */
export type StateFolder<Identity, Saved> = {
  /** Undefined at the first start. */
  seed: string | number | undefined
  /** How often it was loaded, including this time. */
  restarts: number
  /** Empty at the first start. */
  identity: Partial<Identity>
  /** Fills the world, and saves it soon after each change from then on. */
  keep(keeping: Keeping<Identity, Saved>): Promise<void>
  /** Writes what is not written yet. */
  flush(): Promise<void>
  /** Releases the folder; nothing is written any more. */
  release(): void
}

const delayMs = 400

export function openStateFolder<Identity, Saved>(folder: string): StateFolder<Identity, Saved> {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const path = join(folder, 'state.json')
  const lock = lockFolder(folder)
  const old = readOr<Identity, Saved>(path, lock.release)
  const restarts = old ? old.restarts + 1 : 0
  let save = async () => {}
  let timer: NodeJS.Timeout | undefined
  let saving = Promise.resolve()

  /** One after the other, because two would write to the same file. */
  const saveNext = () => {
    const saved = saving.then(save)
    saving = saved.catch(() => {})
    return saved
  }
  const plan = () => {
    timer ??= setTimeout(() => {
      timer = undefined
      saveNext().catch((error: Error) => {
        process.emitWarning(`The simulator could not keep its state in ${path}: ${error.message}`)
      })
    }, delayMs).unref()
  }

  return {
    seed: old?.seed,
    restarts,
    identity: old?.identity ?? {},
    async keep(keeping) {
      const files = openMediaFiles(join(folder, 'media'))
      if (old) keeping.restore(old.world, files)
      save = async () => {
        const world = keeping.describe(files)
        const kept: Kept<Identity, Saved> = { seed: keeping.seed, restarts, identity: keeping.identity(), world }
        // The files first, so that the state never references a missing one. Then unreferenced files are removed.
        await files.write()
        await writeStateFile(path, kept)
        await files.keepOnly(keeping.filesOf(world))
      }
      // Before anything else: after a crash the next start must know about this one.
      await save()
      keeping.onChange(plan)
    },
    async flush() {
      clearTimeout(timer)
      timer = undefined
      await saveNext()
    },
    release() {
      clearTimeout(timer)
      lock.release()
    },
  }
}

function readOr<Identity, Saved>(path: string, release: () => void): Kept<Identity, Saved> | undefined {
  try {
    return readStateFile(path) as Kept<Identity, Saved> | undefined
  } catch (error) {
    release()
    throw error
  }
}
