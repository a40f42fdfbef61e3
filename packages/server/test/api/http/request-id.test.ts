import assert from 'node:assert/strict'
import { test } from 'node:test'
import { plainRequest } from '../../support/http/plain-request.ts'
import { startTestService } from '../../support/test-service.ts'

test('a request that comes with an id keeps it, so it can be traced from the proxy', async () => {
  const service = await startTestService()
  const ask = async (path: string, headers: Record<string, string>) =>
    String((await plainRequest(service.url, 'GET', path, { headers })).headers['x-request-id'])
  for (const given of ['7f3c-1', 'Root=1-67891233-abcdef;"\\', 'x'.repeat(64)]) {
    assert.equal(await ask('/health', { 'x-request-id': given }), given)
    assert.equal(await ask('/api/me', { 'x-request-id': given }), given)
  }
})

test('a request id that is not safe to log is replaced by our own', async () => {
  const service = await startTestService()
  for (const given of ['', 'two words', 'x'.repeat(65), 'é']) {
    const { headers } = await plainRequest(service.url, 'GET', '/health', { headers: { 'x-request-id': given } })
    assert.match(String(headers['x-request-id']), /^[0-9a-f]{10}-\w+$/)
  }
})
