import { isAtLeast } from '../../domain/members/permission.ts'
import { Refusal } from '../../domain/refusal.ts'
import type { Clock } from '../../ports/clock.ts'
import type { Store } from '../../ports/store.ts'
import { accessAs, type ReadingGrant } from '../access.ts'

/** `unconfirmed`: the bot was away, and the platform hasn't said yet whether they are still a member. */
type WebhookRights = { kind: 'granted'; grant: ReadingGrant } | { kind: 'unconfirmed' | 'none' }

/** The rights of the person a webhook belongs to, as they are now. */
export async function findWebhookRights(
  deps: { store: Pick<Store, 'findStanding'>; clock: Clock },
  { channelId, userId }: { channelId: string; userId: string },
): Promise<WebhookRights> {
  try {
    const grant = await accessAs(deps, channelId, { userId, subscriber: true })
    return isAtLeast(grant.role, 'admin') ? { kind: 'granted', grant } : { kind: 'none' }
  } catch (error) {
    if (error instanceof Refusal) return { kind: error.code === 'membership-unconfirmed' ? 'unconfirmed' : 'none' }
    throw error
  }
}
