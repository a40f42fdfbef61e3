import type { Agent, IncomingMessage } from 'node:http'
import { begin } from '../measuring/http-call.ts'
import type { Samples } from './measure.ts'
import type { OrdinaryGroup } from './ordinary-groups.ts'

// Someone with the console open: a live stream, reopened every few seconds as when switching between groups.

const reopenEveryMs = 5_000
const patienceMs = 10_000

export type LiveListener = {
  groupId: string
  /** A message is being sent, and the stream should report it. */
  expect(messageId: string): void
  /** Whether everything expected has arrived or timed out. */
  isQuiet(): boolean
  close(): void
}

export function keepListening(
  { port, agent }: { port: number; agent: Agent },
  { groupId, owner }: OrdinaryGroup,
  samples: Samples,
): LiveListener {
  const awaited = new Map<string, number>()
  let current: IncomingMessage | undefined
  let isClosed = false

  const hear = (chunk: Buffer) => {
    const received = chunk.toString('latin1')
    for (const [id, sentAt] of awaited) {
      if (!received.includes(id)) continue
      awaited.delete(id)
      samples.took('live event', performance.now() - sentAt)
    }
  }

  const open = async () => {
    const askedAt = performance.now()
    const path = `/api/channels/${groupId}/events`
    const headers = { authorization: `Bearer ${owner.key}` }
    try {
      const stream = await begin({ port, agent, method: 'GET', path, headers, timeoutMs: patienceMs })
      stream.on('error', () => {})
      if (stream.statusCode !== 200 || isClosed) {
        stream.destroy()
        if (!isClosed) samples.failed('live stream opens')
        return
      }
      samples.took('live stream opens', performance.now() - askedAt)
      stream.on('data', hear)
      stream.on('close', () => {
        if (current === stream) current = undefined
      })
      // The old stream is closed when the new one is open, so that no event is missed.
      const old = current
      current = stream
      setTimeout(() => old?.destroy(), 1_000)
    } catch {
      if (!isClosed) samples.failed('live stream opens')
    }
  }

  void open()
  const reopening = setInterval(() => void open(), reopenEveryMs)
  const tidying = setInterval(() => {
    for (const [id, sentAt] of awaited) {
      if (performance.now() - sentAt < patienceMs) continue
      awaited.delete(id)
      samples.failed('live event')
    }
  }, 500)

  return {
    groupId,
    expect(messageId) {
      // Without a stream there are no events; the failure to open it is already counted.
      if (current) awaited.set(messageId, performance.now())
    },
    isQuiet: () => awaited.size === 0,
    close() {
      isClosed = true
      clearInterval(reopening)
      clearInterval(tidying)
      current?.destroy()
    },
  }
}
