import { isDeepStrictEqual } from 'node:util'
import type { Logger } from 'pino'
import type { ConnectionWatch } from '../actions/platforms/connection-watch.ts'
import { learnAccount, recallAccount } from '../actions/platforms/learn-account.ts'
import type { Config } from '../config/config.ts'
import { settingsUsedBy } from '../config/editable-settings.ts'
import type { Clock } from '../ports/clock.ts'
import type { Connector } from '../ports/connector.ts'
import type { LanguageModel } from '../ports/language-model.ts'
import type { SignInPlatform } from '../ports/sign-in-platform.ts'
import type { Store } from '../ports/store.ts'
import { createConnectors, createModel, createSignInPlatforms } from './connectors.ts'

/** The platforms and the language model. Changed settings start, replace and stop them while the service runs. */
export type LivePlatforms = {
  connectors: ReadonlyMap<string, Connector>
  signInPlatforms: ReadonlyMap<string, SignInPlatform>
  model(): LanguageModel | undefined
  use(config: Config): Promise<void>
  /** From now on, each connector asks its platform for our account. */
  learnAccounts(connections: ConnectionWatch): void
  stop(): void
}

type Deps = { store: Store; clock: Clock; log: Logger }

/** `added`: connectors besides those that the settings describe. */
export async function openPlatforms(deps: Deps, first: Config, added: readonly Connector[]): Promise<LivePlatforms> {
  const { store, clock, log } = deps
  const connectors = new Map<string, Connector>()
  const signInPlatforms = new Map<string, SignInPlatform>()
  const learning = new Map<string, () => void>()
  let model: LanguageModel | undefined
  let connections: ConnectionWatch | undefined
  let inUse: Config | undefined

  const learn = (connector: Connector) => {
    if (!connections) return
    learning.get(connector.platform)?.()
    connections.noteToken(connector.platform, 'unknown')
    learning.set(connector.platform, learnAccount({ store, clock, connections, log }, connector))
  }

  const connect = async (config: Config) => {
    const wanted = [...createConnectors(config, clock), ...added]
    for (const connector of wanted) {
      // With changed values it may be another account, which the platform tells us soon.
      if (!inUse) await recallAccount({ store }, connector)
      connectors.set(connector.platform, connector)
      learn(connector)
    }
    const names = new Set(wanted.map(({ platform }) => platform))
    for (const platform of [...connectors.keys()].filter((one) => !names.has(one))) {
      learning.get(platform)?.()
      learning.delete(platform)
      connectors.delete(platform)
      log.info({ platform }, 'disconnected')
    }
  }

  const use = async (config: Config) => {
    const before = inUse
    const hasChanged = (part: keyof typeof settingsUsedBy) =>
      !before || settingsUsedBy[part].some((name) => !isDeepStrictEqual(before[name], config[name]))
    if (hasChanged('connectors')) await connect(config)
    if (hasChanged('sign-in')) {
      signInPlatforms.clear()
      for (const one of createSignInPlatforms(config, clock)) signInPlatforms.set(one.platform, one)
    }
    if (hasChanged('model')) model = createModel(config)
    inUse = config
  }

  await use(first)
  return {
    connectors,
    signInPlatforms,
    model: () => model,
    use,
    learnAccounts(watch) {
      connections = watch
      for (const connector of connectors.values()) learn(connector)
    },
    stop() {
      connections = undefined
      for (const end of learning.values()) end()
    },
  }
}
