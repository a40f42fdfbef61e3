import * as kit from '@innkeeper/simulator-kit'
import type { Bot } from '../options.ts'
import { defaultUpdates } from '../updates/allowed-updates.ts'
import type { World } from '../world.ts'
import { describeWorld, filesOf, type KnownFiles, restoreWorld, type SavedWorld } from './saved-world.ts'

type Identity = { token: string; bot: Bot; clientSecret: string }

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
      const { settings } = world
      return state.keep({
        seed,
        identity: () => ({ token: settings.token, bot: settings.bot, clientSecret: settings.login.clientSecret }),
        describe: (files) => describeWorld(world, files, known, world.allowedUpdates === defaultUpdates),
        restore: (saved, files) => restoreWorld(world, saved, files, known),
        filesOf,
        onChange: (changed) => {
          world.listeners.add(changed)
          world.wake.add(changed)
        },
      })
    },
  }
}
