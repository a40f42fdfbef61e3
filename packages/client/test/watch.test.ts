import assert from 'node:assert/strict'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test } from 'node:test'
import { type InnkeeperError, watch } from '@innkeeper/client'

type Answer = (response: ServerResponse, request: IncomingMessage) => void

/** What is heard of a service that answers like this, one connection after the other, and is silent from then on. */
async function hear(answers: Answer[]) {
  const asked: (string | undefined)[] = []
  const server = createServer((request, response) => {
    const id = request.headers['last-event-id']
    asked.push(typeof id === 'string' ? id : undefined)
    const answer = answers.shift()
    if (answer) answer(response, request)
    else stopping.abort()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const stopping = new AbortController()
  const heard: unknown[] = []
  const states: string[] = []
  let refusal: InnkeeperError | undefined
  await watch(
    { baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, key: 'k' },
    {
      channelId: 'C1',
      signal: stopping.signal,
      onEvent: (event, id) => heard.push([event, id]),
      onState(state, error) {
        states.push(state)
        refusal = error
      },
    },
  )
  server.closeAllConnections()
  server.close()
  return { asked, heard, states, refusal }
}

const tell =
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

test('what belongs together is told together; what was cut off in the middle is told when it comes whole', async () => {
  const first = 'event: unsent\ndata: {"id":"a"}\n\n'
  const { asked, heard, states } = await hear([
    tell(': beat\n\nid: 4\n\n', first),
    tell(first, 'event: uns', 'ent\nid: 5\ndata: {"id":"ü"}\n\nevent: later-invention\nid: 6\ndata: {}\n\n'),
  ])
  assert.deepEqual(asked, [undefined, '4', '6'])
  assert.deepEqual(heard, [
    [{ event: 'unsent', id: 'a' }, '5'],
    [{ event: 'unsent', id: 'ü' }, '5'],
  ])
  assert.deepEqual(states, ['open', 'waiting', 'open', 'waiting'])
})

test('a service that is away, busy or hidden behind a foreign page is asked again', async () => {
  const { states, asked } = await hear([
    refuse(503, { 'retry-after': '0' }),
    refuse(429, { 'retry-after': '0' }),
    (response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<p>Pay for the network'),
    (response) => response.destroy(),
  ])
  assert.deepEqual(states, ['waiting', 'waiting', 'waiting', 'waiting'])
  assert.equal(asked.length, 5)
})

test('a refusal is final, and says why', async () => {
  for (const status of [401, 403]) {
    const { states, refusal } = await hear([tell('id: 1\n\n'), refuse(status)])
    assert.deepEqual(states, ['open', 'waiting', 'refused'])
    assert.deepEqual([refusal?.status, refusal?.message], [status, 'No'])
  }
})
