import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { addressGroup } from '../../../src/http/receiving/client-address.ts'
import { createTrustProxy } from '../../../src/http/receiving/trusted-proxies.ts'
import { plainRequest } from '../../support/http/plain-request.ts'
import { startTestService, type TestService } from '../../support/test-service.ts'

const limited = { INNKEEPER_AUTH_RATE_LIMIT: '5' }

/** How many of twenty wrong keys are checked before the limit applies. `forwarded` gives the header of the n-th. */
async function failuresLetThrough(service: TestService, forwarded: (count: number) => string): Promise<number> {
  let letThrough = 0
  for (let count = 0; count < 20; count++) {
    const headers = { authorization: 'Bearer nonsense', 'x-forwarded-for': forwarded(count) }
    const { status } = await plainRequest(service.url, 'GET', '/api/me', { headers })
    assert.ok(status === 401 || status === 429, String(status))
    if (status === 401) letThrough++
  }
  return letThrough
}

describe('failed authentications are limited by address, whatever callers send in X-Forwarded-For', () => {
  const invented = (count: number) => `192.0.2.${count}`

  test('behind one proxy, anything before the address that it added is ignored', async () => {
    const service = await startTestService({ ...limited, INNKEEPER_TRUST_PROXY: '1' })
    assert.equal(await failuresLetThrough(service, (count) => `${invented(count)}, 203.0.113.7`), 5)
    assert.equal(await failuresLetThrough(service, (count) => `${invented(count)}, ${invented(count)},203.0.113.8`), 5)
    assert.equal(
      await failuresLetThrough(service, invented),
      20,
      'the control: the proxy itself reports twenty different callers',
    )
    assert.equal(
      await failuresLetThrough(service, (count) => `${invented(count)}, 203.0.113.9:${4000 + count}`),
      5,
      'ports',
    )
    assert.equal(await failuresLetThrough(service, (count) => `2001:db8:1:2::${count + 1}`), 5, 'one IPv6 network')
    assert.equal(await failuresLetThrough(service, (count) => `no address ${count}`), 5, 'not an address')
  })

  test('behind two proxies, the outer one is trusted too, and nothing beyond it', async () => {
    const service = await startTestService({ ...limited, INNKEEPER_TRUST_PROXY: '2' })
    assert.equal(await failuresLetThrough(service, (count) => `${invented(count)}, 203.0.113.7, 10.0.0.1`), 5)
    assert.equal(await failuresLetThrough(service, (count) => `203.0.113.7, ${invented(count)}, 10.0.0.1`), 20)
  })

  test('with a list of proxies, only those are trusted, also about each other', async () => {
    const service = await startTestService({ ...limited, INNKEEPER_TRUST_PROXY: '127.0.0.1, 10.1.0.0/16' })
    assert.equal(await failuresLetThrough(service, (count) => `${invented(count)}, 203.0.113.7, 10.1.2.3`), 5)
    assert.equal(await failuresLetThrough(service, (count) => `${invented(count)}, 10.2.0.1`), 5, 'not on the list')
    assert.equal(await failuresLetThrough(service, (count) => `${invented(count)}, 10.1.2.3`), 20, 'the control')
  })

  test('if the connection is not from a proxy on the list, or no proxy is trusted, the header is ignored', async () => {
    for (const INNKEEPER_TRUST_PROXY of ['10.1.0.0/16', '0']) {
      const service = await startTestService({ ...limited, INNKEEPER_TRUST_PROXY })
      assert.equal(await failuresLetThrough(service, invented), 5, INNKEEPER_TRUST_PROXY)
    }
  })
})

test('a list of proxies can contain addresses and networks of both IPv4 and IPv6', () => {
  const trusts = createTrustProxy({ addresses: ['10.0.0.5', '10.1.0.0/16', 'fd00::/8'] })
  for (const address of ['10.0.0.5', '10.1.255.255', '::ffff:10.0.0.5', 'fd12::1'])
    assert.ok(trusts(address, 3), address)
  for (const address of ['10.0.0.6', '10.2.0.0', '::1', 'fe80::1', '', 'unknown', '10.0.0.5, 1.1.1.1']) {
    assert.equal(trusts(address, 0), false, address)
  }
})

test('an IPv6 network counts as one caller, and so does an IPv4 address', () => {
  const table: [address: string, group: string][] = [
    ['203.0.113.7', '203.0.113.7'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['2001:db8:0:12::1', '2001:db8:0:12::/64'],
    ['2001:0DB8:0000:0012:ffff:ffff:ffff:ffff', '2001:db8:0:12::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['::', '0:0:0:0::/64'],
    ['64:ff9b::203.0.113.7', '64:ff9b:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['', ''],
  ]
  for (const [address, group] of table) assert.equal(addressGroup(address), group, address)
})
