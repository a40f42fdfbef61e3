import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'

/** The minimum of a platform's API that the service needs; can be made to hang. */
export type Platform = {
  url: string
  /** Media files by message id. */
  files: Map<string, Buffer>
  /** Members by group id; other groups have none. */
  rosters: Map<string, string[]>
  /** From now on calls `heard` with the token of every reply, when its body is complete. */
  watchReplies(heard: (token: string) => void): void
  setHanging(isHanging: boolean): void
  stop(): Promise<void>
}

export const botId = `U${'b'.repeat(32)}`

export async function startPlatform(): Promise<Platform> {
  let isHanging = false
  const files = new Map<string, Buffer>()
  const rosters = new Map<string, string[]>()
  let heard: ((token: string) => void) | undefined
  const server: Server = createServer((request, response) => {
    if (isHanging) return
    if (heard && request.url === '/v2/bot/message/reply') void readToken(request).then(heard)
    else request.resume()
    const file = files.get(/\/message\/(\d+)\/content$/.exec(request.url ?? '')?.[1] ?? '')
    if (file) {
      response.writeHead(200, { 'content-type': 'application/octet-stream', 'content-length': file.length }).end(file)
      return
    }
    response
      .writeHead(200, { 'content-type': 'application/json' })
      .end(JSON.stringify(answerTo(request.url ?? '', rosters)))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    files,
    rosters,
    watchReplies(listener) {
      heard = listener
    },
    setHanging(value) {
      isHanging = value
    },
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

async function readToken(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  const { replyToken } = JSON.parse(Buffer.concat(chunks).toString()) as { replyToken: string }
  return replyToken
}

const rosterPage = 100

function answerTo(path: string, rosters: Map<string, string[]>): object {
  if (path === '/v2/bot/info')
    return { userId: botId, basicId: '@inn', displayName: 'Innkeeper', chatMode: 'bot', markAsReadMode: 'auto' }
  const member = /\/member\/(U[0-9a-f]{32})$/.exec(path)?.[1]
  if (member) return { userId: member, displayName: `Guest ${member.slice(1, 5)}` }
  const group = /\/group\/(C[0-9a-f]{32})\/summary$/.exec(path)?.[1]
  if (group) return { groupId: group, groupName: `Group ${group.slice(1, 5)}` }
  if (path.endsWith('/members/count')) return { count: 50 }
  const roster = /\/group\/(C[0-9a-f]{32})\/members\/ids(?:\?start=(\d+))?$/.exec(path)
  if (roster) return pageOf(rosters.get(roster[1] ?? '') ?? [], Number(roster[2] ?? 0))
  return { sentMessages: [] }
}

function pageOf(memberIds: string[], start: number): object {
  const end = start + rosterPage
  return { memberIds: memberIds.slice(start, end), ...(end < memberIds.length && { next: String(end) }) }
}
