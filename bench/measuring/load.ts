import { connect, type Socket } from 'node:net'

export type Round = { requests: number; seconds: number; perSecond: number; p99Ms: number }

export type Target = {
  port: number
  /** Ready request bytes, sent in turn. */
  requests: Buffer[]
  /** Which one comes next; goes on from round to round, so that none comes again before all others have. */
  next: number
}

export type Settings = {
  connections: number
  seconds: number
  /** The least time from one request of a connection to its next; without it the next leaves at once. */
  everyMs?: number
  /**
   * For large answers: all connections read into the same place, because nobody looks at a body, and fresh memory for each
   * piece would make the client the slowest part. For small ones it would only change a yardstick others were held against.
   */
  isLarge?: boolean
}

/**
 * Keeps `connections` requests in flight for `seconds`, or paces them, and answers what happened. A client of our own, over bare sockets:
 * it spends a fraction of what the servers spend, so that the servers are what is measured.
 */
export async function load(target: Target, options: Settings): Promise<Round> {
  const latencies: number[] = []
  const endAt = performance.now() + options.seconds * 1000
  const started = performance.now()
  const takeRequest = (): Buffer | undefined => {
    if (performance.now() >= endAt) return undefined
    target.next = (target.next + 1) % target.requests.length
    return target.requests[target.next]
  }
  await Promise.all(
    Array.from({ length: options.connections }, () => runConnection(target.port, takeRequest, latencies, options)),
  )
  const seconds = (performance.now() - started) / 1000
  latencies.sort((a, b) => a - b)
  return {
    requests: latencies.length,
    seconds,
    perSecond: latencies.length / seconds,
    p99Ms: latencies[Math.floor(latencies.length * 0.99)] ?? Number.NaN,
  }
}

const wastebasket = Buffer.allocUnsafeSlow(1024 * 1024)

function runConnection(
  port: number,
  takeRequest: () => Buffer | undefined,
  latencies: number[],
  { everyMs = 0, isLarge = false }: Settings,
): Promise<void> {
  return new Promise((resolve, reject) => {
    let sentAt = 0
    let missing = -1
    const socket = connect({
      port,
      host: '127.0.0.1',
      noDelay: true,
      ...(isLarge && {
        onread: { buffer: wastebasket, callback: (length: number) => take(wastebasket.subarray(0, length)) },
      }),
    })
    const send = () => {
      const request = takeRequest()
      if (!request) {
        socket.end()
        resolve()
        return
      }
      sentAt = performance.now()
      missing = -1
      socket.write(request)
    }
    socket.on('connect', send)
    socket.on('error', reject)
    if (!isLarge) socket.on('data', (chunk) => take(chunk))
    const take = (chunk: Buffer): boolean => {
      try {
        missing = missing < 0 ? bodyLeft(chunk) : missing - chunk.length
      } catch (error) {
        fail(socket, reject, error)
        return false
      }
      if (missing > 0) return true
      const took = performance.now() - sentAt
      latencies.push(took)
      if (everyMs === 0) send()
      else setTimeout(send, Math.max(everyMs - took, 1))
      return true
    }
  })
}

/** Bytes of the body that are still to come after the first chunk, which holds the whole head of our answers. */
function bodyLeft(chunk: Buffer): number {
  const headEnd = chunk.indexOf('\r\n\r\n')
  const head = chunk.toString('latin1', 0, Math.max(headEnd, 0))
  if (headEnd < 0 || !head.startsWith('HTTP/1.1 200'))
    throw new Error(`Not a success: ${chunk.toString().slice(0, 300)}`)
  const length = /\r\ncontent-length: (\d+)/i.exec(head)?.[1]
  if (length === undefined) throw new Error('An answer without a length')
  return Number(length) - (chunk.length - headEnd - 4)
}

function fail(socket: Socket, reject: (error: unknown) => void, error: unknown): void {
  socket.destroy()
  reject(error)
}

export function median(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  const upper = sorted[middle] ?? Number.NaN
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? Number.NaN) + upper) / 2
}
