import { usedIn } from '../../rules/quota.ts'
import { hostPicture, type World } from '../../world.ts'
import { notFound, refuse, succeed } from '../answer.ts'
import { notForYourAccount } from '../outcomes.ts'
import type { Route } from '../route.ts'
import { pageIds } from './page-ids.ts'

/** The bot itself, its friends, its quota, and pictures. */
export function accountRoutes(world: World): Route[] {
  const { settings } = world
  let pictureUrl: string | undefined
  return [
    {
      method: 'GET',
      path: '/v2/bot/info',
      answer: () => {
        if (settings.botPicture !== null) pictureUrl ??= hostPicture(world, settings.botPicture)
        return succeed({
          userId: settings.botUserId,
          basicId: `@${settings.botUserId.slice(1, 4)}${settings.channelId.slice(0, 5)}`,
          displayName: settings.botName,
          ...(pictureUrl !== undefined && { pictureUrl }),
          chatMode: settings.chatMode,
          markAsReadMode: 'manual',
        })
      },
    },
    {
      method: 'GET',
      path: '/v2/bot/profile/{userId}',
      answer: ({ params }) => {
        if (!/^U[0-9a-f]{32}$/.test(params.userId ?? ''))
          return refuse(400, "The value for the 'userId' parameter is invalid")
        const user = world.users.get(params.userId ?? '')
        const isKnown = user?.friendship === 'friend' || (user?.friendship === 'none' && user.hasWritten)
        if (!user?.hasConsented || !isKnown) return notFound
        const { friendship: _, hasWritten: __, hasConsented: ___, ...profile } = user
        return succeed(profile)
      },
    },
    {
      method: 'GET',
      path: '/v2/bot/followers/ids',
      answer: ({ query }) => {
        if (!settings.isVerified) return notForYourAccount
        const limit = Number(query.limit ?? 300)
        if (!Number.isInteger(limit) || limit < 1 || limit > 1_000)
          return refuse(400, "The value for the 'limit' parameter is invalid")
        const friends = [...world.users.values()].filter((user) => user.friendship === 'friend' && user.hasConsented)
        const page = pageIds({
          ids: friends.map(({ userId }) => userId),
          start: query.start,
          limit,
          at: settings.clock(),
        })
        return page ? succeed({ userIds: page.ids, ...page.next }) : refuse(400, 'Invalid start param')
      },
    },
    {
      method: 'GET',
      path: '/v2/bot/message/quota',
      answer: () => succeed(settings.quota === null ? { type: 'none' } : { type: 'limited', value: settings.quota }),
    },
    {
      method: 'GET',
      path: '/v2/bot/message/quota/consumption',
      answer: () => succeed({ totalUsage: usedIn(world.usage, settings.clock()) }),
    },
    {
      method: 'GET',
      path: '/pictures/{name}',
      access: 'open',
      answer: ({ params }) => {
        const bytes = world.pictures.get(params.name ?? '')
        if (!bytes) return notFound
        const isPng = bytes.subarray(1, 4).toString('latin1') === 'PNG'
        return { status: 200, bytes, contentType: isPng ? 'image/png' : 'image/jpeg' }
      },
    },
  ]
}
