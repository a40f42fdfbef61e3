import { connect, type Socket } from 'node:net'
import { startCpuMeter } from './cpu-time.ts'

// BENCH_ROUNDS, BENCH_SECONDS and BENCH_MESSAGES shorten a bench, to see that it works. Its figures mean nothing then.
export const rounds = Number(process.env.BENCH_ROUNDS ?? 5)
export const roundSeconds = Number(process.env.BENCH_SECONDS ?? 3)
export const messagesOr = (standard: number) => Number(process.env.BENCH_MESSAGES ?? standard)

/** `cpuMicros`: CPU time of the server for one request, in microseconds. */
export type Round = {
  requests: number
  seconds: number
  perSecond: number
  p50Ms: number
  p99Ms: number
  cpuMicros: number
}

export type Target = {
  /** Several: the connections are shared out among them. */
  port: number | readonly number[]
  /** The processes that answer, whose CPU time is measured. */
  pids: number[]
  /** Complete requests as bytes, sent in turn. */
  requests: Buffer[]
  /** Index of the next one. It continues from round to round, so that none is repeated before all others were sent. */
  next: number
}

export type Settings = {
  connections: number
  seconds: number
  /** The shortest time between two requests of a connection; without it the next one is sent immediately. */
  everyMs?: number
  /**
   * For large responses: all connections read into the same buffer, because the bodies are not looked at, and allocating memory
   * for each chunk would make the client the slowest part.
   */
  isLarge?: boolean
}

/**
 * Keeps `connections` requests in flight for `seconds`, or paces them. A client of our own over plain sockets: it uses a fraction of
 * the servers' CPU time, so that the servers are what is measured.
 */
export async function load(target: Target, options: Settings): Promise<Round> {
  const latencies: number[] = []
  const cpu = startCpuMeter(target.pids)
  const endAt = performance.now() + options.seconds * 1000
  const started = performance.now()
  const takeRequest = (): Buffer | undefined => {
    if (performance.now() >= endAt) return undefined
    target.next = (target.next + 1) % target.requests.length
    return target.requests[target.next]
  }
  await Promise.all(
    Array.from({ length: options.connections }, (_, index) =>
      runConnection(portOf(target, index), takeRequest, latencies, options),
    ),
  )
  return roundOf(latencies, (performance.now() - started) / 1000, cpu())
}

function portOf({ port }: Target, index: number): number {
  return typeof port === 'number' ? port : (port[index % port.length] ?? 0)
}

/** `cpuMicros`: of all requests together. */
export function roundOf(latencies: number[], seconds: number, cpuMicros: number): Round {
  const sorted = latencies.toSorted((a, b) => a - b)
  return {
    requests: sorted.length,
    seconds,
    perSecond: sorted.length / seconds,
    p50Ms: sorted[Math.floor(sorted.length * 0.5)] ?? Number.NaN,
    p99Ms: sorted[Math.floor(sorted.length * 0.99)] ?? Number.NaN,
    cpuMicros: cpuMicros / sorted.length,
  }
}

const discarded = Buffer.allocUnsafeSlow(1024 * 1024)

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
        onread: { buffer: discarded, callback: (length: number) => take(discarded.subarray(0, length)) },
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

/** How many bytes of the body follow the first chunk, which contains all headers of our responses. */
function bodyLeft(chunk: Buffer): number {
  const headEnd = chunk.indexOf('\r\n\r\n')
  const head = chunk.toString('latin1', 0, Math.max(headEnd, 0))
  if (headEnd < 0 || !head.startsWith('HTTP/1.1 200'))
    throw new Error(`Not a success: ${chunk.toString().slice(0, 300)}`)
  const length = /\r\ncontent-length: (\d+)/i.exec(head)?.[1]
  if (length === undefined) throw new Error('The response has no length')
  return Number(length) - (chunk.length - headEnd - 4)
}

function fail(socket: Socket, reject: (error: unknown) => void, error: unknown): void {
  socket.destroy()
  reject(error)
}
