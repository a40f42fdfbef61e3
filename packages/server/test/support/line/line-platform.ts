import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after } from 'node:test'

/** The minimum of LINE that the service needs. Tracks reply tokens: each is valid for one reply. */
export type LinePlatform = {
  url: string
  /** How to handle every further call. `fail` answers with the errors of an outage, a revoked token and so on. */
  behave(way: Behaviour): void
  /** The tokens of the accepted replies, in order. */
  replies: string[]
  /** Resolves when each of these tokens was used for a reply. */
  hasReplied(tokens: string[]): Promise<void>
  /** How many calls were handled in each way. */
  met: Record<Behaviour, number>
}

type Behaviour = 'answer' | 'hang' | 'fail'

export const botId = `U${'b'.repeat(32)}`

export async function startLinePlatform(): Promise<LinePlatform> {
  const met = { answer: 0, hang: 0, fail: 0 }
  const replies: string[] = []
  let way: Behaviour = 'answer'
  let noticed = () => {}
  const server = createServer((request, response) => {
    let body = ''
    request.setEncoding('utf8').on('data', (text) => (body += text))
    request.once('end', () => {
      met[way]++
      if (way === 'hang') return
      const [status, answer] = way === 'fail' ? failure(met.fail) : answerTo(request.url ?? '', body, replies)
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(answer))
      noticed()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  after(() => {
    server.close()
    server.closeAllConnections()
  })
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    behave: (next) => (way = next),
    replies,
    met,
    hasReplied: (tokens) =>
      new Promise((resolve) => {
        noticed = () => {
          const taken = new Set(replies)
          if (tokens.every((token) => taken.has(token))) resolve()
        }
        noticed()
      }),
  }
}

function answerTo(path: string, body: string, replies: string[]): [status: number, answer: object] {
  if (path === '/v2/bot/message/reply') {
    const { replyToken } = JSON.parse(body)
    if (replies.includes(replyToken)) return [400, { message: 'Invalid reply token' }]
    replies.push(replyToken)
    return [200, { sentMessages: [{ id: '461230966842064897', quoteToken: 'q' }] }]
  }
  if (path === '/v2/bot/info') {
    return [200, { userId: botId, basicId: '@inn', displayName: 'Inn', chatMode: 'bot', markAsReadMode: 'auto' }]
  }
  const member = /\/(?:member|profile)\/(\w+)$/.exec(path)?.[1]
  if (member) return [200, { userId: member, displayName: `Guest ${member.slice(1, 5)}` }]
  const group = /\/group\/(\w+)\/summary$/.exec(path)?.[1]
  if (group) return [200, { groupId: group, groupName: `Group ${group.slice(1, 5)}` }]
  if (path.endsWith('/members/count')) return [200, { count: 5 }]
  if (path.includes('/members/ids')) {
    return [403, { message: 'Access to this API is not available for your account' }]
  }
  return [404, { message: 'Not found' }]
}

function failure(turn: number): [status: number, answer: object] {
  const failures: [number, object][] = [
    [500, { message: 'Internal server error' }],
    [401, { message: 'Authentication failed. Confirm that the access token in the authorization header is valid.' }],
    [400, { message: 'The request body has 1 error(s)', details: [{ message: 'May not be empty' }] }],
    [429, { message: 'You have reached your monthly limit.' }],
  ]
  return failures[turn % failures.length] ?? [500, {}]
}
