import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'

/** A raw connection to the service that sends exactly the given bytes. */
export type RawCaller = {
  /** Resolves when the operating system has accepted the bytes. */
  write(text: string | Uint8Array): Promise<void>
  /** Resolves when the service has read everything, so that neither end has bytes waiting. Linux only. */
  taken(): Promise<void>
  /** Everything received, once the service has closed the connection. */
  closed: Promise<string>
  /** Everything received so far. */
  heard(): string
  /** Resolves when more bytes arrive or the connection closes. */
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
  // Writing to a dropped connection fails. Tests only look at what was received before.
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
    async taken() {
      while (!isClosed && hasWaitingBytes(socket.localPort ?? 0)) await pause(5)
    },
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

/** Whether a loopback connection still has bytes in a kernel queue, by the port of either end. */
function hasWaitingBytes(port: number): boolean {
  const hexPort = port.toString(16).toUpperCase().padStart(4, '0')
  const rows = readFileSync('/proc/net/tcp', 'utf8').split('\n').slice(1)
  // sl local_address remote_address state tx_queue:rx_queue …
  return rows.some((row) => {
    const [, local = '', remote = '', , queues = ''] = row.trim().split(/\s+/)
    return [local, remote].some((end) => end.endsWith(`:${hexPort}`)) && queues !== '00000000:00000000'
  })
}

/** The head of a request, without the final empty line if `isWhole` is false. */
export function headOf(line: string, headers: Record<string, string | number> = {}, isWhole = true): string {
  const fields = Object.entries({ host: 'inn', ...headers }).map(([name, value]) => `${name}: ${value}\r\n`)
  return `${line} HTTP/1.1\r\n${fields.join('')}${isWhole ? '\r\n' : ''}`
}

/** One chunk of a chunked body. */
export function chunkOf(bytes: number): string {
  return `${bytes.toString(16)}\r\n${'x'.repeat(bytes)}\r\n`
}
