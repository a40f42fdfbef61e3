import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { lockFolder, openMediaFiles, readStateFile, writeStateFile } from '@innkeeper/simulator-kit'
import type { Settings } from '../options.ts'
import type { World } from '../world.ts'
import { describeWorld, filesOf, type KnownFiles, restoreWorld, type SavedWorld } from './saved-world.ts'

type Identity = Pick<
  Settings,
  'channelId' | 'channelSecret' | 'accessToken' | 'botUserId' | 'loginChannelId' | 'loginChannelSecret'
>
type Kept = { seed: string | number; restarts: number; identity: Identity; world: SavedWorld }

/** A folder that stores a simulator's state between runs. */
export type StateFolder = {
  /** Undefined at the first start. */
  seed: string | number | undefined
  /** How often it was loaded, including this time. */
  restarts: number
  /** The channel and the bot; empty at the first start. */
  identity: Partial<Identity>
  /** Fills the world, and saves it soon after each change from then on. */
  keep(world: World, seed: string | number): Promise<void>
  /** Writes what is not written yet. */
  flush(): Promise<void>
  /** Releases the folder; nothing is written any more. */
  release(): void
}

const delayMs = 400

export function openStateFolder(folder: string): StateFolder {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const path = join(folder, 'state.json')
  const lock = lockFolder(folder)
  const old = readOr(path, lock.release)
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
    async keep(world, seed) {
      const files = openMediaFiles(join(folder, 'media'))
      const known: KnownFiles = new WeakMap()
      if (old) restoreWorld(world, old.world, files, known)
      const { channelId, channelSecret, accessToken, botUserId, loginChannelId, loginChannelSecret } = world.settings
      const identity = { channelId, channelSecret, accessToken, botUserId, loginChannelId, loginChannelSecret }
      save = async () => {
        const kept: Kept = { seed, restarts, identity, world: describeWorld(world, files, known) }
        // The files first, so that the state never references a missing one. Then unreferenced files are removed.
        await files.write()
        await writeStateFile(path, kept)
        await files.keepOnly(filesOf(kept.world))
      }
      // Before anything else: after a crash the next start must know about this one.
      await save()
      world.listeners.add(plan)
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

function readOr(path: string, release: () => void): Kept | undefined {
  try {
    return readStateFile(path) as Kept | undefined
  } catch (error) {
    release()
    throw error
  }
}
