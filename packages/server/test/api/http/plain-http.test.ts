import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import { after, before, describe, test } from 'node:test'
import { servePlainHttp } from '../../../src/http/plain-http.ts'

describe('the port for plain HTTP next to HTTPS', () => {
  const answers = new Map([['token', 'token.hash']])
  let hasCertificate = true
  let retryAfterMs: number | undefined
  let server: Awaited<ReturnType<typeof servePlainHttp>>
  before(async () => {
    const deps = {
      answers,
      address: 'https://inn.example',
      hasCertificate: () => hasCertificate,
      retryAfterMs: () => retryAfterMs,
    }
    server = await servePlainHttp(deps, { host: '127.0.0.1', port: 0 })
  })
  after(() => server.close())

  /** As written, because clients clean up what they send. */
  const send = async (line: string): Promise<{ status: number; location: string | undefined; body: string }> => {
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
    let text = ''
    socket.setEncoding('utf8').on('data', (part) => (text += part))
    socket.write(`${line} HTTP/1.1\r\nHost: evil.example\r\n\r\n`)
    // The server closes the connection, so that nobody keeps one.
    await once(socket, 'close')
    const [head = '', body = ''] = text.split('\r\n\r\n')
    return { status: Number(head.split(' ')[1]), location: /^location: (.*)$/im.exec(head)?.[1], body }
  }

  test('redirects only to the address of the service', async () => {
    for (const [line, location] of [
      ['GET /', 'https://inn.example/'],
      ['HEAD /docs?a=1', 'https://inn.example/docs?a=1'],
      ['GET //evil.example/', 'https://inn.example//evil.example/'],
      ['GET http://evil.example/', 'https://inn.example/'],
    ] as const) {
      const answer = await send(line)
      assert.deepEqual([answer.status, answer.location], [301, location], line)
    }
  })

  test('refuses what was sent unencrypted instead of redirecting it', async () => {
    for (const line of ['POST /webhooks/line', 'PUT /api/me', 'DELETE /api/me']) {
      const answer = await send(line)
      assert.deepEqual(
        [answer.status, answer.location, answer.body],
        [403, undefined, 'Use HTTPS: https://inn.example\n'],
      )
    }
  })

  test('answers the check of an authority while there is an order, and nothing else below that path', async () => {
    const path = '/.well-known/acme-challenge'
    assert.deepEqual(await send(`GET ${path}/token`), { status: 200, location: undefined, body: 'token.hash' })
    for (const wrong of [`${path}/`, `${path}/token2`, `${path}/../token`, `${path}/constructor`]) {
      assert.equal((await send(`GET ${wrong}`)).status, 404, wrong)
    }
    answers.clear()
    assert.equal((await send(`GET ${path}/token`)).status, 404)
  })

  test('says to come back while there is no certificate', async () => {
    hasCertificate = false
    const answer = await send('GET /')
    assert.deepEqual([answer.status, answer.location], [503, undefined])
    assert.match(answer.body, /getting its HTTPS certificate\. Try again in a minute/)
    retryAfterMs = 45 * 60_000
    const refused = await send('GET /')
    assert.equal(refused.status, 503)
    assert.match(
      refused.body,
      /couldn't get its HTTPS certificate\. It tries again in 45 minutes\. Its operator finds the reason/,
    )
  })
})
