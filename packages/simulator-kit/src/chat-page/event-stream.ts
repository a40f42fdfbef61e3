import type { ServerResponse } from 'node:http'
import type { LiveChange, LiveChanges } from './live-changes.ts'

// Often enough that no proxy considers the connection dead.
const heartbeatMs = 15_000
// A page that stops reading is disconnected. It reconnects and continues where it was.
const mostWaitingBytes = 4 * 1024 * 1024

/** Sends changes until the page disconnects. `after` is the last change that it has seen. */
export function streamChanges(live: LiveChanges, response: ServerResponse, after: string | undefined): void {
  response.on('error', () => {})
  response.writeHead(200, {
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
  })
  const send = ({ id, text }: LiveChange) => {
    response.write(`id: ${id}\nevent: change\ndata: ${text}\n\n`)
    if (response.writableLength > mostWaitingBytes) response.destroy()
  }
  const missed = live.since(after ?? live.latest())
  response.write('retry: 1000\n\n')
  if (missed) missed.forEach(send)
  else response.write(`id: ${live.latest()}\nevent: reset\ndata: {}\n\n`)
  const unfollow = live.follow(send)
  const heartbeat = setInterval(() => response.write(': still here\n\n'), heartbeatMs)
  response.on('close', () => {
    clearInterval(heartbeat)
    unfollow()
  })
}
