import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

/** A bare connection to the service, which says what it is told to and no more. */
export type RawCaller = {
  /** Resolves when the system has taken it. */
  write(text: string | Uint8Array): Promise<void>
  /** Everything that came, once the service has closed the connection. */
  closed: Promise<string>
  /** What has come up to now. */
  heard(): string
  /** The next bytes from the service, or the end. */
  next(): Promise<void>
  isClosed(): boolean
  leave(): void
}

export async function callRaw(url: string): Promise<RawCaller> {
  const { hostname, port } = new URL(url)
  const socket: Socket = connect(Number(port), hostname)
  let heard = ''
  let isClosed = false
  socket.setEncoding('latin1').on('data', (text) => {
    heard += text
  })
  // A connection that is dropped in the middle of a write fails; what matters is what was said before.
  socket.on('error', () => {})
  const closed = new Promise<string>((resolve) => {
    socket.once('close', () => {
      isClosed = true
      resolve(heard)
    })
  })
  await once(socket, 'connect')
  return {
    write: (text) => new Promise((resolve) => void socket.write(text, () => resolve())),
    closed,
    heard: () => heard,
    next: () =>
      new Promise((resolve) => {
        if (isClosed) return resolve()
        socket.once('data', () => resolve())
        socket.once('close', () => resolve())
      }),
    isClosed: () => isClosed,
    leave: () => socket.destroy(),
  }
}

/** The beginning of a request: its head, without the empty line where `isWhole` is false. */
export function headOf(line: string, headers: Record<string, string | number> = {}, isWhole = true): string {
  const fields = Object.entries({ host: 'inn', ...headers }).map(([name, value]) => `${name}: ${value}\r\n`)
  return `${line} HTTP/1.1\r\n${fields.join('')}${isWhole ? '\r\n' : ''}`
}

/** A piece of a body that is sent in chunks. */
export function chunkOf(bytes: number): string {
  return `${bytes.toString(16)}\r\n${'x'.repeat(bytes)}\r\n`
}
