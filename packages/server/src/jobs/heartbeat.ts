import { randomUUID } from 'node:crypto'
import { beatEveryMs, nextBeat, type ServiceSpan } from '../domain/messages/ledger/heartbeat.ts'
import type { Clock } from '../ports/clock.ts'
import type { Store } from '../ports/store.ts'

type Deps = { store: Pick<Store, 'write'>; clock: Clock; log: { warn(fields: object, words: string): void } }

/** Notes again and again that this node is running, so that it's known afterwards when none was. Resolves after the first time, with how to stop. */
export async function startHeartbeat({ store, clock, log }: Deps): Promise<() => Promise<void>> {
  const node = randomUUID()
  let span: ServiceSpan | undefined
  let isFailing = false
  const beat = async () => {
    const next = nextBeat(span, clock())
    try {
      await store.write<'note-alive'>({ kind: 'note-alive', node, span: next })
      span = next
      isFailing = false
    } catch (err) {
      // While the store accepts nothing, no message is saved either.
      if (!isFailing) log.warn({ err }, 'failed to note that the service is running; will retry')
      isFailing = true
    }
  }
  await beat()
  let beating = Promise.resolve()
  const timer = setInterval(() => {
    beating = beating.then(beat)
  }, beatEveryMs)
  timer.unref()
  return async () => {
    clearInterval(timer)
    await beating
    await beat()
  }
}
