import type { World } from '../../world.ts'
import { refuse, refuseBody, succeed } from '../answer.ts'
import { fieldsOf, type Route, textOf } from '../route.ts'

/** Read marks and typing indicators. */
export function conversationRoutes(world: World): Route[] {
  return [
    {
      method: 'POST',
      path: '/v2/bot/chat/markAsRead',
      accepts: 'json',
      answer: ({ body }) => {
        if (world.readTokens.has(textOf(body, 'markAsReadToken'))) return succeed()
        return refuse(400, 'Invalid markAsReadToken. Tokens must be used by the bot that received them via Webhook.')
      },
    },
    {
      method: 'POST',
      path: '/v2/bot/chat/loading/start',
      accepts: 'json',
      bucket: 'loading',
      answer: ({ body }) => {
        const { loadingSeconds = 20 } = fieldsOf(body)
        const seconds = Number(loadingSeconds)
        const isGood = Number.isInteger(seconds) && seconds >= 5 && seconds <= 60 && seconds % 5 === 0
        const invalid = refuseBody([
          // One to one only.
          ...(/^U[0-9a-f]{32}$/.test(textOf(body, 'chatId')) ? [] : [{ message: 'Invalid value', property: 'chatId' }]),
          ...(isGood ? [] : [{ message: 'Must be a multiple of 5 between 5 and 60', property: 'loadingSeconds' }]),
        ])
        return invalid ?? { status: 202, body: {} }
      },
    },
  ]
}
