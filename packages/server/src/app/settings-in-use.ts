import { isDeepStrictEqual } from 'node:util'
import type { Logger } from 'pino'
import { openAll } from '../actions/storage/service-settings.ts'
import { type Config, ConfigProblem, type Flags, readConfig, type Saved, settingSource } from '../config/config.ts'
import { liveSettings } from '../config/editable-settings.ts'
import type { SecretBox } from '../ports/service-settings.ts'
import type { Store } from '../ports/store.ts'

/** What a process was started with. */
export type Given = { environment: Record<string, string | undefined>; flags: Flags }

/** The settings that this process works with. What an operator saves, on any node, is taken into use where that is possible. */
export type SettingsInUse = {
  config(): Config
  /** The saved texts behind it. */
  saved(): Saved
  /** Reads what is stored now. Resolves when it is in use. */
  reread(): Promise<void>
}

type Deps = { store: Pick<Store, 'listSettings'>; secrets: SecretBox; log: Logger; given: Given }

export function createSettingsInUse(
  { store, secrets, log, given }: Deps,
  started: { config: Config; saved: Saved },
  use: (config: Config) => Promise<void>,
): SettingsInUse {
  let config = started.config
  let saved = started.saved
  let refused: Saved | undefined
  let running = Promise.resolve()

  const reread = async () => {
    const stored = await store.listSettings()
    const found = openAll(stored, secrets)
    // Without its key, a secret is unknown, which doesn't mean that there is none.
    const kept = stored.flatMap(({ name }) =>
      found.has(name) || !saved.has(name) ? [] : [[name, saved.get(name) ?? ''] as const],
    )
    const live = [...kept, ...found].filter(([name]) => isLive(name))
    const others = [...started.saved].filter(([name]) => !isLive(name))
    const next: Saved = new Map([...others, ...live])
    if (sameTexts(next, saved) || (refused && sameTexts(next, refused))) return
    try {
      const changed = withLive(given, started, next)
      // If this fails, the next reading tries again.
      await use(changed)
      config = changed
      saved = next
      refused = undefined
    } catch (err) {
      // Saving checks the values; but another node may have a newer version or another environment.
      if (!(err instanceof ConfigProblem)) throw err
      refused = next
      log.warn({ err }, 'cannot use the saved settings; the previous ones stay in use')
    }
  }

  return {
    config: () => config,
    saved: () => saved,
    // One after the other, so that the last one read is the one in use.
    reread() {
      running = running.catch(() => undefined).then(reread)
      return running
    },
  }
}

function isLive(name: string): boolean {
  return liveSettings.some((one) => one === name)
}

/** The settings at the start, with those that were saved, or returned to their default, since then. */
function withLive({ environment, flags }: Given, started: { config: Config; saved: Saved }, saved: Saved): Config {
  const fresh = readConfig(environment, flags, saved)
  const changed = liveSettings.filter((name) => {
    const { source } = settingSource(name, environment, flags, saved)
    return source === 'page' || (source === 'default' && started.saved.has(name))
  })
  return { ...started.config, ...Object.fromEntries(changed.map((name) => [name, fresh[name]])) }
}

function sameTexts(one: Saved, other: Saved): boolean {
  return isDeepStrictEqual(new Map(one), new Map(other))
}
