import * as kit from '@innkeeper/simulator-kit'
import type { Settings } from '../options.ts'
import type { World } from '../world.ts'
import { describeWorld, filesOf, type KnownFiles, restoreWorld, type SavedWorld } from './saved-world.ts'

type Identity = Pick<
  Settings,
  'channelId' | 'channelSecret' | 'accessToken' | 'botUserId' | 'loginChannelId' | 'loginChannelSecret'
>

/** A folder that stores a simulator's state between runs. */
export type StateFolder = Omit<kit.StateFolder<Identity, SavedWorld>, 'keep'> & {
  /** Fills the world, and saves it soon after each change from then on. */
  keep(world: World, seed: string | number): Promise<void>
}

export function openStateFolder(folder: string): StateFolder {
  const state = kit.openStateFolder<Identity, SavedWorld>(folder)
  return {
    ...state,
    keep(world, seed) {
      const known: KnownFiles = new WeakMap()
      const { channelId, channelSecret, accessToken, botUserId, loginChannelId, loginChannelSecret } = world.settings
      const identity = { channelId, channelSecret, accessToken, botUserId, loginChannelId, loginChannelSecret }
      return state.keep({
        seed,
        identity: () => identity,
        describe: (files) => describeWorld(world, files, known),
        restore: (saved, files) => restoreWorld(world, saved, files, known),
        filesOf,
        onChange: (changed) => world.listeners.add(changed),
      })
    },
  }
}
