import type { Logger } from 'pino'
import { say } from '../../../domain/assistant/outgoing-message.ts'
import { erasedText } from '../../../domain/platforms/bot-texts.ts'
import type { Erased } from '../../../domain/storage/erasure.ts'
import type { Clock } from '../../../ports/clock.ts'
import type { ErasureNotice } from '../../../ports/commands.ts'
import type { Connector } from '../../../ports/connector.ts'
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

/** Messages looked at in one commit; short enough that messages coming in do not wait for it. */
const sliceSize = 200

/**
 * Goes on with erasures that were begun, until all are finished or have to wait. One that is interrupted goes on where it
 * was. Answers what was erased, by the erasure's number.
 */
export async function continueErasures(deps: ErasureDeps): Promise<Map<number, Erased>> {
  const { store, clock, log } = deps
  const finished = new Map<number, Erased>()
  if (!(await store.hasOpenErasures())) return finished
  for (;;) {
    const progress = await store.write<'continue-erasure'>({ kind: 'continue-erasure', at: clock(), limit: sliceSize })
    if (progress.kind === 'idle' || progress.kind === 'waiting') break
    if (progress.kind === 'going-on') continue
    const { erasureId, erased, entry, notify } = progress
    finished.set(erasureId, erased)
    log.info({ erasureId, subject: entry.kind, ...erased }, 'an erasure has finished')
    if (notify) await tell(deps, notify, erased)
  }
  if (finished.size > 0) await writeLedger(deps)
  return finished
}

/** Once, and without a second try: it is done whether or not they hear of it. */
async function tell({ connectors, log }: ErasureDeps, notify: ErasureNotice, erased: Erased): Promise<void> {
  try {
    const words = say(erasedText(notify.language, erased))
    await connectors.get(notify.platform)?.replies.send(notify.reply, words, { type: 'user' })
  } catch (err) {
    log.warn({ err }, 'failed to notify a person that their data was erased')
  }
}
