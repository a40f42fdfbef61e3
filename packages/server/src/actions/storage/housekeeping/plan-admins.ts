import type { Clock } from '../../../ports/clock.ts'
import type { Connector } from '../../../ports/connector.ts'
import type { Store } from '../../../ports/store.ts'

/** Per commit, which is short enough that incoming messages don't wait for it. */
const mostAtOnce = 100

/**
 * Plans to look up who owns and who manages each chat, and whether messages are hidden from the bot, on platforms that tell it. What
 * they reported in between may be missing.
 */
export async function planAdmins(
  { store, clock, connectors }: { store: Store; clock: Clock; connectors: ReadonlyMap<string, Connector> },
  signal?: AbortSignal,
): Promise<void> {
  for (const [platform, { roster }] of connectors) {
    if (!roster?.listAdmins) continue
    const checksSight = roster.seesAllMessages !== undefined
    for (let after: number | null = 0; after !== null && !signal?.aborted; ) {
      const command = { kind: 'plan-admins', at: clock(), platform, checksSight, after, limit: mostAtOnce } as const
      const part: { after: number | null } = await store.write<'plan-admins'>(command)
      after = part.after
    }
  }
}
