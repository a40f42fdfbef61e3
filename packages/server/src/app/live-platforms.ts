import { isDeepStrictEqual } from 'node:util'
import type { Logger } from 'pino'
import type { ConnectionWatch } from '../actions/platforms/connection-watch.ts'
import type { EventIntake } from '../actions/platforms/event-intake.ts'
import { learnAccount, recallAccount } from '../actions/platforms/learn-account.ts'
import type { Config } from '../config/config.ts'
import { settingsUsedBy } from '../config/editable-settings.ts'
import { type EventPuller, startEventPuller } from '../jobs/event-puller.ts'
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
  /** From now on, each connector asks its platform for our account, and for events if it can. */
  start(connections: ConnectionWatch, intake: EventIntake): void
  /** Resolves when nothing more comes in from platforms that are asked. */
  stop(): Promise<void>
}

type Deps = { store: Store; clock: Clock; log: Logger }

/** `added`: connectors besides those that the settings describe. */
export async function openPlatforms(deps: Deps, first: Config, added: readonly Connector[]): Promise<LivePlatforms> {
  const { store, clock, log } = deps
  const connectors = new Map<string, Connector>()
  const signInPlatforms = new Map<string, SignInPlatform>()
  const learning = new Map<string, () => void>()
  let model: LanguageModel | undefined
  const pulling = new Map<string, EventPuller>()
  let started: { connections: ConnectionWatch; intake: EventIntake } | undefined
  let inUse: Config | undefined

  const learn = (connector: Connector) => {
    if (!started) return
    const { connections } = started
    learning.get(connector.platform)?.()
    connections.noteToken(connector.platform, 'unknown')
    learning.set(connector.platform, learnAccount({ store, clock, connections, log }, connector))
  }

  /** In place of the one that asked with former values. */
  const pull = ({ platform, pull: ability }: Connector) => {
    if (!started) return
    const before = pulling.get(platform)?.stop()
    pulling.delete(platform)
    if (!ability) return
    const deps = { store, clock, log, ...started }
    pulling.set(platform, startEventPuller(deps, { platform, pull: ability }, before))
  }

  const connect = async (config: Config) => {
    const wanted = [...createConnectors(config, clock), ...added]
    for (const connector of wanted) {
      // With changed values it may be another account, which the platform tells us soon. What it delivers says for whom it is. If
      // we ask, only someone can say that another account is meant: setting it up remembers it.
      if (!inUse || connector.pull) await recallAccount({ store }, connector)
      connectors.set(connector.platform, connector)
      learn(connector)
      pull(connector)
    }
    const names = new Set(wanted.map(({ platform }) => platform))
    for (const platform of [...connectors.keys()].filter((one) => !names.has(one))) {
      learning.get(platform)?.()
      learning.delete(platform)
      await pulling.get(platform)?.stop()
      pulling.delete(platform)
      connectors.delete(platform)
      log.info({ platform }, 'disconnected')
    }
  }

  const use = async (config: Config) => {
    const before = inUse
    const hasChanged = (part: keyof typeof settingsUsedBy) =>
      !before || settingsUsedBy[part].some((name) => !isDeepStrictEqual(before[name], config[name]))
    if (hasChanged('connectors')) await connect(config)
    // Signing in with a bot's token changes with the bot.
    if (hasChanged('sign-in') || hasChanged('connectors')) {
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
    start(connections, intake) {
      started = { connections, intake }
      for (const connector of connectors.values()) {
        learn(connector)
        pull(connector)
      }
    },
    async stop() {
      started = undefined
      for (const end of learning.values()) end()
      await Promise.all([...pulling.values()].map((one) => one.stop()))
    },
  }
}
