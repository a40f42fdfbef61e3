import { once } from 'node:events'
import { createServer, type Server } from 'node:net'

/** A port that is free at this moment. */
export async function freePort(): Promise<number> {
  const { server, port } = await occupyPort()
  server.close()
  await once(server, 'close')
  return port
}

/** A port that is in use until the server is closed. */
export async function occupyPort(): Promise<{ server: Server; port: number }> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The server has no port number')
  return { server, port: address.port }
}
