import assert from 'node:assert/strict'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test } from 'node:test'
import { type InnkeeperError, watch } from '@innkeeper/client'

type Answer = (response: ServerResponse, request: IncomingMessage) => void

/** Watches a service that gives these answers, one per connection, and stops at the next connection. */
async function watchService(answers: Answer[]) {
  const lastEventIds: (string | undefined)[] = []
  const server = createServer((request, response) => {
    const id = request.headers['last-event-id']
    lastEventIds.push(typeof id === 'string' ? id : undefined)
    const answer = answers.shift()
    if (answer) answer(response, request)
    else stopping.abort()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const stopping = new AbortController()
  const events: unknown[] = []
  const states: string[] = []
  let refusal: InnkeeperError | undefined
  await watch(
    { baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, key: 'k' },
    {
      channelId: 'C1',
      signal: stopping.signal,
      onEvent: (event, id) => events.push([event, id]),
      onState(state, error) {
        states.push(state)
        refusal = error
      },
    },
  )
  server.closeAllConnections()
  server.close()
  return { lastEventIds, events, states, refusal }
}

const stream =
  (...texts: string[]): Answer =>
  (response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    for (const text of texts) response.write(text)
    response.end()
  }
const refuse =
  (status: number, headers: Record<string, string> = {}): Answer =>
  (response) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end('{"error":"No"}')
  }

test('events that belong together are reported together, and incomplete ones only once they are complete', async () => {
  const first = 'event: unsent\ndata: {"id":"a"}\n\n'
  const { lastEventIds, events, states } = await watchService([
    stream(': beat\n\nid: 4\n\n', first),
    stream(first, 'event: uns', 'ent\nid: 5\ndata: {"id":"ü"}\n\nevent: later-invention\nid: 6\ndata: {}\n\n'),
  ])
  assert.deepEqual(lastEventIds, [undefined, '4', '6'])
  assert.deepEqual(events, [
    [{ event: 'unsent', id: 'a' }, '5'],
    [{ event: 'unsent', id: 'ü' }, '5'],
  ])
  assert.deepEqual(states, ['open', 'waiting', 'open', 'waiting'])
})

test('the client reconnects if the service is down, busy or hidden behind another page', async () => {
  const { states, lastEventIds } = await watchService([
    refuse(503, { 'retry-after': '0' }),
    refuse(429, { 'retry-after': '0' }),
    (response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<p>Pay for the network'),
    (response) => response.destroy(),
  ])
  assert.deepEqual(states, ['waiting', 'waiting', 'waiting', 'waiting'])
  assert.equal(lastEventIds.length, 5)
})

test('a refusal is final and says why', async () => {
  for (const status of [401, 403]) {
    const { states, refusal } = await watchService([stream('id: 1\n\n'), refuse(status)])
    assert.deepEqual(states, ['open', 'waiting', 'refused'])
    assert.deepEqual([refusal?.status, refusal?.message], [status, 'No'])
  }
})
