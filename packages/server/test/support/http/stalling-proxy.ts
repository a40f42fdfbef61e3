import { connect, createServer, type Socket } from 'node:net'

/** A proxy that forwards about this many bytes to a server, and holds back the rest. */
export type StallingProxy = {
  url: string
  /** Resolves when the proxy starts to hold bytes back. */
  held: Promise<void>
  /** Forwards everything. */
  open(): void
  /** From now on, holds back everything, on new connections as well. */
  stall(): void
  close(): void
}

export async function openStallingProxy(url: string, mostBytes: number): Promise<StallingProxy> {
  const { hostname, port } = new URL(url)
  const sockets = new Set<Socket>()
  const waiting: (() => void)[] = []
  let left = mostBytes
  let hold = () => {}
  const held = new Promise<void>((resolve) => (hold = resolve))
  const server = createServer((near) => {
    const far = connect(Number(port), hostname)
    for (const socket of [near, far]) {
      sockets.add(socket)
      socket.on('error', () => undefined)
      socket.on('close', () => {
        near.destroy()
        far.destroy()
      })
    }
    far.on('data', (bytes) => void near.write(bytes))
    near.on('data', (bytes) => {
      left -= bytes.length
      if (left > 0) return void far.write(bytes)
      waiting.push(() => far.write(bytes))
      hold()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('expected a port')
  return {
    url: Object.assign(new URL(url), { hostname: '127.0.0.1', port: String(address.port) }).href,
    held,
    stall() {
      left = 0
    },
    open() {
      left = Number.POSITIVE_INFINITY
      for (const pass of waiting.splice(0)) pass()
    },
    close() {
      server.close()
      for (const socket of sockets) socket.destroy()
    },
  }
}
