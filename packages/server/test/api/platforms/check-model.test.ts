import assert from 'node:assert/strict'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, test } from 'node:test'
import { startTestService } from '../../support/test-service.ts'

const isServer = process.env.INNKEEPER_TEST_ENGINE === 'postgres'
const service = await startTestService(isServer ? { INNKEEPER_SECRET_KEY: 'ab'.repeat(32) } : {})
const operator = await service.caller('U-operator', { isOperator: true })

let answer: (response: ServerResponse) => void
const paths: string[] = []
const endpoint = createServer((request, response) => {
  paths.push(`${request.method} ${request.url} ${request.headers.authorization}`)
  answer(response)
})
await new Promise<void>((resolve) => endpoint.listen(0, '127.0.0.1', resolve))
after(() => endpoint.close().closeAllConnections())
const baseUrl = `http://127.0.0.1:${(endpoint.address() as AddressInfo).port}/v1`

const json = (status: number, body: object) => (response: ServerResponse) =>
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))

async function check(aiBaseUrl: string | null, aiModel: string | null, aiKey: string | null = 'sk-test') {
  const changes = Object.entries({ aiBaseUrl, aiModel, aiKey }).map(([name, value]) => ({ name, value }))
  return await operator.post('/api/operator/model/check', { changes })
}

test('a model that the endpoint lists is available, and one that it does not list is reported', async () => {
  answer = json(200, { object: 'list', data: [{ id: 'small', object: 'model' }] })
  assert.equal((await check(baseUrl, 'small')).body.state, 'available')
  assert.equal((await check(baseUrl, 'large')).body.state, 'not-listed')
  assert.ok(
    paths.every((one) => one === 'GET /v1/models Bearer sk-test'),
    'no question is asked',
  )
})

test('an endpoint that does not list its models can still be used', async () => {
  answer = json(404, { error: { message: 'Not found' } })
  assert.equal((await check(baseUrl, 'small')).body.state, 'not-checked')
})

test('an endpoint that rejects the key, and one that is not there, are told apart, and no key is repeated', async () => {
  answer = json(401, { error: { message: 'Incorrect API key sk-test' } })
  const refused = await check(baseUrl, 'small')
  assert.equal(refused.body.state, 'refused')
  assert.ok(!refused.text.includes('sk-test'))
  assert.equal((await check('http://127.0.0.1:9/v1', 'small')).body.state, 'unavailable')
})

test('without an endpoint there is nothing to check, and nothing of it is saved', async () => {
  assert.equal((await check(null, null, null)).body.state, 'none')
  assert.match((await check(null, 'small')).body.error, /^INNKEEPER_AI_MODEL is set, but INNKEEPER_AI_BASE_URL is not/)
  assert.ok((await service.store.listSettings()).length === 0)
})
