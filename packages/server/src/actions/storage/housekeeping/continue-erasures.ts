import { setTimeout as pause } from 'node:timers/promises'
import type { Logger } from 'pino'
import { say } from '../../../domain/assistant/outgoing-message.ts'
import { erasedText } from '../../../domain/platforms/bot-texts.ts'
import type { Erased } from '../../../domain/storage/erasure.ts'
import type { Clock } from '../../../ports/clock.ts'
import type { Connector } from '../../../ports/connector.ts'
import type { ErasureNotice } from '../../../ports/storage/erasing.ts'
import type { ErasureLedger } from '../../../ports/storage/erasure-ledger.ts'
import type { Store } from '../../../ports/store.ts'
import { writeLedger } from './write-ledger.ts'

export type ErasureDeps = {
  store: Store
  ledger: ErasureLedger
  connectors: ReadonlyMap<string, Connector>
  clock: Clock
  log: Pick<Logger, 'info' | 'warn'>
}

/** Messages examined in one commit; short enough that incoming messages don't wait for it. */
const sliceSize = 200
/** While others write to the only channels that are left. Batches of events have them for some milliseconds. */
const tryAgainMs = 25
const mostTries = 40

/**
 * Continues open erasures until all are finished or have to wait. An interrupted one continues where it was. Returns what was
 * erased, by erasure id.
 */
export async function continueErasures(deps: ErasureDeps): Promise<Map<number, Erased>> {
  const { store, clock, log } = deps
  const finished = new Map<number, Erased>()
  if (!(await store.hasOpenErasures())) return finished
  for (let tries = 0; ; ) {
    const progress = await store.write<'continue-erasure'>({ kind: 'continue-erasure', at: clock(), limit: sliceSize })
    if (progress.kind === 'idle' || progress.kind === 'waiting') break
    if (progress.kind === 'locked') {
      // The next round goes on with it.
      if (++tries > mostTries) break
      await pause(tryAgainMs)
      continue
    }
    tries = 0
    if (progress.kind === 'going-on') continue
    const { erasureId, erased, entry, notify } = progress
    finished.set(erasureId, erased)
    log.info({ erasureId, subject: entry.kind, ...erased }, 'erasure finished')
    if (notify) await tell(deps, notify, erased)
  }
  if (finished.size > 0) await writeLedger(deps)
  return finished
}

/** Tried once: the erasure is done whether or not the person receives this. */
async function tell({ connectors, log }: ErasureDeps, notify: ErasureNotice, erased: Erased): Promise<void> {
  try {
    const words = say(erasedText(notify.language, erased))
    await connectors.get(notify.platform)?.replies.send(notify.reply, words, { type: 'user' })
  } catch (err) {
    log.warn({ err }, 'failed to notify a person that their data was erased')
  }
}
