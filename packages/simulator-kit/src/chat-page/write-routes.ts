import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { ChatPlatform } from './platform.ts'
import { fieldsIn, PageRefusal, readContent, readMedia, readMessageText, readText } from './read-input.ts'

type Params = { chatId: string; messageId: string; userId: string }

const mostPeople = 500

/** The page's writes. `as` is the person who acts. */
export function writeRoutes(app: FastifyInstance, actions: ChatPlatform<unknown>['actions']): void {
  const answer = (entry: object) => ({ entry })
  const paramsOf = (request: FastifyRequest) => request.params as Params
  const actorOf = (request: FastifyRequest) => readText(fieldsIn(request.body), 'as', { most: 100 })
  const chat = '/chat/chats/:chatId'

  app.post(`${chat}/messages`, (request) => {
    const content = readContent(fieldsIn(request.body))
    return answer(actions.say(paramsOf(request).chatId, actorOf(request), content))
  })
  app.post(`${chat}/media`, (request) => {
    const query = request.query as Record<string, string>
    const userId = readText(query, 'as', { most: 100 })
    const bytes = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
    return answer(actions.say(paramsOf(request).chatId, userId, readMedia(query, bytes)))
  })
  app.put(`${chat}/messages/:messageId`, (request) => {
    const { chatId, messageId } = paramsOf(request)
    return answer(
      actions.edit({ chatId, messageId, userId: actorOf(request) }, readMessageText(fieldsIn(request.body))),
    )
  })
  app.post(`${chat}/messages/:messageId/unsend`, (request) => {
    const { chatId, messageId } = paramsOf(request)
    return answer(actions.unsend({ chatId, messageId, userId: actorOf(request) }))
  })
  app.post(`${chat}/join`, (request) => {
    const { userIds } = fieldsIn(request.body)
    const people = Array.isArray(userIds) ? userIds.map(String) : [actorOf(request)]
    return answer(actions.join(paramsOf(request).chatId, people))
  })
  app.post(`${chat}/leave`, (request) => answer(actions.leave(paramsOf(request).chatId, actorOf(request))))
  const plainly = (act: (params: Params) => void) => (request: FastifyRequest) => {
    act(paramsOf(request))
    return {}
  }
  app.post(
    `${chat}/invite-bot`,
    plainly(({ chatId }) => actions.invite(chatId)),
  )
  app.post(
    `${chat}/remove-bot`,
    plainly(({ chatId }) => actions.removeBot(chatId)),
  )
  app.post(
    '/chat/people/:userId/follow',
    plainly(({ userId }) => actions.follow(userId)),
  )
  app.post(
    '/chat/people/:userId/unfollow',
    plainly(({ userId }) => actions.unfollow(userId)),
  )

  app.post('/chat/people', (request) => {
    const displayName = readText(fieldsIn(request.body), 'name', { most: 50 }).trim()
    if (actions.countPeople() >= mostPeople) throw new PageRefusal(409, `You can add at most ${mostPeople} people.`)
    return actions.addPerson(displayName)
  })
  app.post('/chat/groups', (request) => {
    const fields = fieldsIn(request.body)
    const name = readText(fields, 'name', { most: 50 }).trim()
    const memberIds: unknown[] = Array.isArray(fields.memberIds) ? fields.memberIds : []
    if (memberIds.length === 0) throw new PageRefusal(400, 'Choose at least one member for the group.')
    return actions.addGroup(name, memberIds.map(String))
  })
}
