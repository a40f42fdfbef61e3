import { sendLeave } from '../../chats.ts'
import type { Dispatcher } from '../../webhook/dispatcher.ts'
import type { ChatState, World } from '../../world.ts'
import { type Answer, notFound, refuse, succeed } from '../answer.ts'
import { notForYourAccount } from '../outcomes.ts'
import type { Call, Route } from '../route.ts'
import { pageIds } from './page-ids.ts'

/** Groups and rooms: who is in them, and leaving them. Rooms have no summary. */
export function chatRoutes(world: World, dispatcher: Dispatcher): Route[] {
  const summary: Route = {
    method: 'GET',
    path: '/v2/bot/group/{groupId}/summary',
    answer: (call) =>
      withChat(world, 'group', call, ({ chatId, name, pictureUrl }) =>
        succeed({ groupId: chatId, groupName: name, ...(pictureUrl ? { pictureUrl } : {}) }),
      ),
  }
  return [summary, ...routesOf(world, 'group', dispatcher), ...routesOf(world, 'room', dispatcher)]
}

function routesOf(world: World, type: ChatState['type'], dispatcher: Dispatcher): Route[] {
  const base = `/v2/bot/${type}/{${type}Id}`
  return [
    {
      method: 'GET',
      path: `${base}/member/{userId}`,
      answer: (call) =>
        refuseId(call, 'userId', /^U[0-9a-f]{32}$/) ??
        withChat(world, type, call, ({ memberIds }) => describeMember(world, memberIds, call.params.userId ?? '')),
    },
    {
      method: 'GET',
      path: `${base}/members/count`,
      answer: (call) => withChat(world, type, call, ({ memberIds }) => succeed({ count: memberIds.size })),
    },
    {
      method: 'GET',
      path: `${base}/members/ids`,
      answer: (call) => (world.settings.isVerified ? listMembers(world, type, call) : notForYourAccount),
    },
    {
      method: 'POST',
      path: `${base}/leave`,
      answer: (call) => leave(world, type, call, dispatcher),
    },
  ]
}

function describeMember(world: World, memberIds: Set<string>, userId: string): Answer {
  const user = memberIds.has(userId) ? world.users.get(userId) : undefined
  if (!user?.hasConsented) return notFound
  const { displayName, pictureUrl } = user
  return succeed({ displayName, userId, ...(pictureUrl ? { pictureUrl } : {}) })
}

function listMembers(world: World, type: ChatState['type'], call: Call): Answer {
  return withChat(world, type, call, ({ memberIds }) => {
    const listed = [...memberIds].filter((userId) => world.users.get(userId)?.hasConsented)
    const page = pageIds({ ids: listed, start: call.query.start, limit: 100, at: world.settings.clock() })
    return page ? succeed({ memberIds: page.ids, ...page.next }) : refuse(400, 'Invalid start param')
  })
}

function leave(world: World, type: ChatState['type'], call: Call, dispatcher: Dispatcher): Answer {
  const invalid = refuseChatId(type, call)
  if (invalid) return invalid
  const chat = findChat(world, type, call)
  // Leaving a room twice is not an error. A group without the bot is not found.
  if (!chat || (type === 'group' && !chat.isBotIn)) return notFound
  if (chat.isBotIn) void sendLeave(world, dispatcher, chat)
  return succeed()
}

function withChat(world: World, type: ChatState['type'], call: Call, answer: (chat: ChatState) => Answer): Answer {
  const invalid = refuseChatId(type, call)
  if (invalid) return invalid
  const chat = findChat(world, type, call)
  return chat?.isBotIn ? answer(chat) : notFound
}

function findChat(world: World, type: ChatState['type'], call: Call): ChatState | undefined {
  const chat = world.chats.get(call.params[`${type}Id`] ?? '')
  return chat?.type === type ? chat : undefined
}

function refuseChatId(type: ChatState['type'], call: Call): Answer | undefined {
  return refuseId(call, `${type}Id`, type === 'group' ? /^C[0-9a-f]{32}$/ : /^R[0-9a-f]{32}$/)
}

function refuseId(call: Call, name: string, shape: RegExp): Answer | undefined {
  if (shape.test(call.params[name] ?? '')) return undefined
  return refuse(400, `The value for the '${name}' parameter is invalid`)
}
