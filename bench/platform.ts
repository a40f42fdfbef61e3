import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'

/** The least of a platform's API that the service asks for; can be told to hang. */
export type Platform = {
  url: string
  /** What it holds, by the id of the message. */
  files: Map<string, Buffer>
  setHanging(isHanging: boolean): void
  stop(): Promise<void>
}

export const botId = `U${'b'.repeat(32)}`

export async function startPlatform(): Promise<Platform> {
  let isHanging = false
  const files = new Map<string, Buffer>()
  const server: Server = createServer((request, response) => {
    if (isHanging) return
    request.resume()
    const file = files.get(/\/message\/(\d+)\/content$/.exec(request.url ?? '')?.[1] ?? '')
    if (file) {
      response.writeHead(200, { 'content-type': 'application/octet-stream', 'content-length': file.length }).end(file)
      return
    }
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answerTo(request.url ?? '')))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    files,
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

function answerTo(path: string): object {
  if (path === '/v2/bot/info')
    return { userId: botId, basicId: '@inn', displayName: 'Innkeeper', chatMode: 'bot', markAsReadMode: 'auto' }
  const member = /\/member\/(U[0-9a-f]{32})$/.exec(path)?.[1]
  if (member) return { userId: member, displayName: `Guest ${member.slice(1, 5)}` }
  const group = /\/group\/(C[0-9a-f]{32})\/summary$/.exec(path)?.[1]
  if (group) return { groupId: group, groupName: `Group ${group.slice(1, 5)}` }
  if (path.endsWith('/members/count')) return { count: 50 }
  if (path.includes('/members/ids')) return { memberIds: [] }
  return { sentMessages: [] }
}
