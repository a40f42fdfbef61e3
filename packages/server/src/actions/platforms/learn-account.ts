import { PlatformRefusal, PlatformSilence } from '../../domain/platforms/platform-errors.ts'
import type { Clock } from '../../ports/clock.ts'
import type { Connector } from '../../ports/connector.ts'
import type { Store } from '../../ports/store.ts'
import type { ConnectionWatch } from './connection-watch.ts'

type Deps = {
  store: Store
  clock: Clock
  connections: Pick<ConnectionWatch, 'noteToken'>
  log: { info(fields: object, words: string): void; warn(fields: object, words: string): void }
}

const firstPauseMs = 1000
const longestPauseMs = 5 * 60_000

/** If we know our account from before, deliveries for another account are refused from the first one on. */
export async function recallAccount({ store }: Pick<Deps, 'store'>, connector: Connector): Promise<void> {
  const accountId = await store.findAccountId(connector.platform)
  if (accountId !== undefined) connector.setAccount(accountId)
}

/** Asks the platform for our account until it responds. Nothing waits for it. */
export function learnAccount({ store, clock, connections, log }: Deps, connector: Connector): () => void {
  const { platform } = connector
  let isStopped = false
  let timer: NodeJS.Timeout | undefined
  let problem: string | undefined
  const ask = async (pauseMs: number): Promise<void> => {
    try {
      const { accountId, displayName } = await connector.getAccount()
      if (isStopped) return
      connector.setAccount(accountId)
      connections.noteToken(platform, 'accepted')
      const account = { platform, accountId, name: displayName }
      await store.write<'record-account'>({ kind: 'record-account', at: clock(), ...account })
      log.info({ platform, accountId, displayName }, 'connected')
    } catch (err) {
      if (isStopped) return
      if (err instanceof PlatformRefusal && err.code === 'forbidden') connections.noteToken(platform, 'refused')
      const words = err instanceof Error ? err.message : String(err)
      // Retries that fail for the same reason say nothing new.
      if (words !== problem) log.warn({ platform, ...facts(err) }, 'failed to look up our account; will retry')
      problem = words
      timer = setTimeout(() => void ask(Math.min(longestPauseMs, pauseMs * 2)), pauseMs)
      timer.unref()
    }
  }
  void ask(firstPauseMs)
  return () => {
    isStopped = true
    clearTimeout(timer)
  }
}

/** Where in our code a platform's answer was read tells an operator nothing. */
function facts(err: unknown): object {
  return err instanceof PlatformRefusal || err instanceof PlatformSilence ? { reason: err.message } : { err }
}
