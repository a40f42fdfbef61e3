import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startTestService } from '../../support/test-service.ts'

const path = '/api/operator/address'

test('operators see how their request reached the service, and which headers of a proxy came with it', async () => {
  const service = await startTestService()
  const operator = await service.caller('U-operator', { isOperator: true })
  const { body: direct } = await operator.get(path)
  const nothing = {
    isEncrypted: false,
    isForwarded: false,
    forwardedProtocol: null,
    isProxyTrusted: false,
    certificate: null,
  }
  assert.deepEqual(direct, { host: new URL(service.url).host, ...nothing })
  const headers = { 'x-forwarded-for': '192.0.2.7', 'x-forwarded-proto': 'https' }
  const { body: proxied } = await operator.get(path, { headers })
  assert.deepEqual(
    [proxied.isForwarded, proxied.forwardedProtocol, proxied.isProxyTrusted],
    [true, 'https', false],
    'headers of a proxy that is not trusted',
  )
})

test('a proxy counts as trusted if the settings say so', async () => {
  const service = await startTestService({ INNKEEPER_TRUST_PROXY: '1' })
  const operator = await service.caller('U-operator', { isOperator: true })
  assert.equal((await operator.get(path)).body.isProxyTrusted, true)
})
