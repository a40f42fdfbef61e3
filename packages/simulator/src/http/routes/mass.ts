import { checkMessages } from '../../rules/check-messages.ts'
import { checkSize } from '../../rules/problems.ts'
import type { SentRecord, World } from '../../world.ts'
import { type Answer, refuse, refuseBody, refuseProperty, succeed } from '../answer.ts'
import { type Call, fieldsOf, type Route } from '../route.ts'
import { outgoingOf } from './send.ts'
import { refuseRetry, sendCounted } from './sending.ts'

/** Multicast, broadcast and narrowcast, which never reach groups; validation without sending; and delivery counts. */
export function massRoutes(world: World): Route[] {
  const post = { method: 'POST', accepts: 'json' } as const
  const toFriends = (kind: 'broadcast' | 'narrowcast') => (call: Call) =>
    sendToMany(world, call, { kind, chatIds: friendsOf(world), destinations: [] })
  return [
    {
      ...post,
      path: '/v2/bot/message/multicast',
      takesRetryKey: true,
      bucket: 'multicast',
      answer: (call) => multicast(world, call),
    },
    {
      ...post,
      path: '/v2/bot/message/broadcast',
      takesRetryKey: true,
      bucket: 'hourly',
      answer: toFriends('broadcast'),
    },
    {
      ...post,
      path: '/v2/bot/message/narrowcast',
      takesRetryKey: true,
      bucket: 'hourly',
      answer: (call) => {
        const answer = toFriends('narrowcast')(call)
        return answer.status === 200 ? { ...answer, status: 202 } : answer
      },
    },
    ...['reply', 'push', 'multicast', 'narrowcast', 'broadcast'].map((kind): Route => {
      const path = `/v2/bot/message/validate/${kind}`
      return { ...post, path, answer: ({ body }) => refuseBody(checkMessages(fieldsOf(body).messages)) ?? succeed() }
    }),
    ...(['reply', 'push', 'multicast', 'broadcast'] as const).map((kind): Route => {
      const path = `/v2/bot/message/delivery/${kind}`
      return { method: 'GET', path, answer: ({ query }) => countSent(world, kind, query.date ?? '') }
    }),
  ]
}

function multicast(world: World, call: Call): Answer {
  const { to } = fieldsOf(call.body)
  const ids: unknown[] = Array.isArray(to) ? to : []
  const wrong = ids.findIndex((id) => typeof id !== 'string' || !/^U[0-9a-f]{32}$/.test(id))
  if (wrong >= 0) return refuseProperty(`to[${wrong}]`)
  const chatIds = ids.filter((id): id is string => world.users.has(String(id)))
  return sendToMany(world, call, { kind: 'multicast', chatIds, destinations: checkSize(to, 'to', 1, 500) })
}

type Many = { kind: SentRecord['kind']; chatIds: string[]; destinations: ReturnType<typeof checkSize> }

function sendToMany(world: World, call: Call, { kind, chatIds, destinations }: Many): Answer {
  const repeated = refuseRetry(world, call)
  if (repeated) return repeated
  const somebody = { type: 'user' as const, isMember: () => false, isQuotable: () => false }
  const invalid = refuseBody([...destinations, ...checkMessages(fieldsOf(call.body).messages, somebody)])
  return invalid ?? sendCounted(world, call, { kind, chatIds, ...outgoingOf(call.body) })
}

function friendsOf(world: World): string[] {
  return [...world.users.values()].filter(({ friendship }) => friendship === 'friend').map(({ userId }) => userId)
}

/** Days are in Japan's time zone, and are counted when they are over. */
function countSent(world: World, kind: SentRecord['kind'], date: string): Answer {
  if (!/^\d{8}$/.test(date)) return refuse(400, "The value for the 'date' parameter is invalid")
  const dayOf = (at: number) => new Date(at + 9 * 3_600_000).toISOString().slice(0, 10).replaceAll('-', '')
  if (date >= dayOf(world.settings.clock())) return succeed({ status: 'unready' })
  const success = world.sent.filter((sent) => sent.kind === kind && dayOf(sent.at) === date)
  return succeed({ status: 'ready', success: success.reduce((sum, { recipients }) => sum + recipients, 0) })
}
