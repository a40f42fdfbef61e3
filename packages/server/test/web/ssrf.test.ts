import assert from 'node:assert/strict'
import type { LookupAddress } from 'node:dns'
import { describe, test } from 'node:test'
import { createExternalFiles, type ExternalFilesOptions } from '../../src/adapters/web/external-files.ts'
import { isPublicAddress } from '../../src/adapters/web/public-address.ts'
import { PlatformSilence } from '../../src/domain/platforms/platform-errors.ts'
import type { MediaSource } from '../../src/ports/connector.ts'
import { openListener } from './listener.ts'
import { notationsOfLoopback as notations } from './notations.ts'

const ipv4 = (address: string): LookupAddress => ({ address, family: 4 })
/** From a block that is assigned to nobody, so that the test never contacts a stranger. */
const publicAddress: LookupAddress = { address: '2d00::1', family: 6 }

/** The guard as it is, except for the port, which would hide whether the address is checked. */
function guarded(port: number, options: ExternalFilesOptions = {}) {
  return createExternalFiles({ ports: [port], timeLimitMs: 2_000, ...options })
}

function reasonOf(source: MediaSource): string {
  assert.equal(source.state, 'lost')
  return source.state === 'lost' ? source.reason : ''
}

/** Reads the whole body, which also ends the connection. */
async function textOf(source: MediaSource): Promise<string> {
  assert.equal(source.state, 'ready')
  return source.state === 'ready' ? Buffer.concat(await Array.fromAsync(source.body)).toString() : ''
}

describe('no address inside our own network is called', () => {
  for (const notation of notations) {
    test(`not as ${notation}`, async () => {
      const listener = await openListener()
      const url = `http://${notation}:${listener.port}/secret`
      const reason = reasonOf(await guarded(listener.port).open(url))
      assert.match(reason, /is not a public address, or leads to one that is not; only public addresses are contacted$/)
      assert.equal(listener.connections(), 0)

      // Control: without the guard, the request gets through.
      if (notation.startsWith('[') && !listener.hasIpv6) return
      const eased = guarded(listener.port, { isAllowed: () => true })
      assert.equal(await textOf(await eased.open(url)), 'inside')
      assert.equal(listener.connections(), 1)
    })
  }

  const elsewhere = [
    ...['10.0.0.1', '172.16.0.1', '192.168.1.1', '100.64.0.1', '169.254.169.254', '192.0.0.1', '198.18.0.1'],
    ...[
      '[fd00::1]',
      '[fe80::1]',
      '[64:ff9b::7f00:1]',
      '[64:ff9b::a9fe:a9fe]',
      '[2002:7f00:1::]',
      '[2001::1]',
      '[ff02::1]',
    ],
    ...['[::ffff:169.254.169.254]', '0xa9fea9fe', '2852039166', '[::127.0.0.1]', '255.255.255.255', '224.0.0.1'],
  ]
  test(`not ${elsewhere.join(', ')} either`, async () => {
    for (const host of elsewhere) {
      const reason = reasonOf(await createExternalFiles().open(`http://${host}/latest/meta-data`))
      assert.match(reason, /is not a public address/, host)
    }
  })

  test('not by a name that resolves to one, and the reason does not reveal the address', async () => {
    const listener = await openListener()
    const url = `http://intranet.example:${listener.port}/`
    const resolve = async () => [ipv4('127.0.0.1'), { address: '::1', family: 6 }]
    const reason = reasonOf(await guarded(listener.port, { resolve }).open(url))
    assert.match(reason, /^intranet\.example:\d+ is not a public address/)
    assert.doesNotMatch(reason, /127|::1/)
    assert.equal(listener.connections(), 0)

    const isAllowed = (address: string) => address === '127.0.0.1'
    const eased = guarded(listener.port, { resolve, isAllowed })
    assert.equal(await textOf(await eased.open(url)), 'inside', 'control')
  })

  test('not by a name that also has a public address', async () => {
    const listener = await openListener()
    const asked: string[] = []
    const files = guarded(listener.port, {
      resolve: async () => [ipv4('127.0.0.1'), publicAddress],
      // The test must not contact outside hosts.
      isAllowed: (address) => {
        asked.push(address)
        return false
      },
    })
    reasonOf(await files.open(`http://both.example:${listener.port}/`))
    assert.deepEqual(asked, ['127.0.0.1', publicAddress.address], 'each of them is checked')
    assert.equal(listener.connections(), 0)
  })

  test('not by a name that is public when checked and internal when connected to', async () => {
    const listener = await openListener()
    const url = `http://rebound.example:${listener.port}/`
    const rebind = () => {
      const answers = [publicAddress, ipv4('127.0.0.1')]
      return {
        answers,
        resolve: async () => [answers.length > 1 ? answers.shift() : answers[0]].filter((one) => !!one),
      }
    }
    const { answers, resolve } = rebind()
    const files = guarded(listener.port, { resolve, timeLimitMs: 300 })
    // The checked address is the one that is called, and nothing responds there. The name is not resolved again.
    await assert.rejects(files.open(url), PlatformSilence)
    assert.deepEqual([answers.length, listener.connections()], [1, 0])
    // The next request is a new connection, and its address is checked again.
    reasonOf(await files.open(url))
    assert.equal(listener.connections(), 0)

    // Control: checking the name and then connecting by name leads inside.
    const naive = rebind().resolve
    const [checked] = await naive()
    assert.ok(checked && isPublicAddress(checked.address))
    const careless = guarded(listener.port, { resolve: naive, isAllowed: () => true })
    assert.equal(await textOf(await careless.open(url)), 'inside')
  })
})

describe('redirects are checked like the first address', () => {
  test('none leads inside', async () => {
    const inside = await openListener()
    for (const place of ['127.0.0.2', '0x7f.2', '[::1]', 'inside.example']) {
      const outside = await openListener((_, response) =>
        response.writeHead(302, { location: `http://${place}:${inside.port}/secret` }).end(),
      )
      const options: ExternalFilesOptions = {
        ports: [outside.port, inside.port],
        // 127.0.0.1 stands for the outside. The rest of loopback is inside.
        isAllowed: (address) => address === '127.0.0.1',
        resolve: async () => [ipv4('127.0.0.2')],
      }
      const url = `http://127.0.0.1:${outside.port}/`
      const reason = reasonOf(await createExternalFiles(options).open(url))
      assert.match(reason, /leads to one that is not/)
      assert.deepEqual([outside.connections(), inside.connections()], [1, 0], place)
    }
    const outside = await openListener((_, response) =>
      response.writeHead(307, { location: `http://127.0.0.1:${inside.port}/secret` }).end(),
    )
    const eased = createExternalFiles({ ports: [outside.port, inside.port], isAllowed: () => true })
    assert.equal(await textOf(await eased.open(`http://127.0.0.1:${outside.port}/`)), 'inside', 'control')
  })

  test('none leads to another kind of address', async () => {
    for (const location of [
      'file:///etc/passwd',
      'ftp://127.0.0.1/',
      'http://u:p@127.0.0.1/',
      'http://127.0.0.1:22/',
    ]) {
      const outside = await openListener((_, response) => response.writeHead(302, { location }).end())
      const files = createExternalFiles({ ports: [outside.port], isAllowed: () => true })
      const reason = reasonOf(await files.open(`http://127.0.0.1:${outside.port}/`))
      assert.match(reason, /redirects to a URL that is not allowed/)
    }
  })

  test('three are followed, no more', async () => {
    const host = await openListener((request, response) => {
      const left = Number(request.url?.slice(1))
      if (left === 0) response.end('here')
      else response.writeHead(301, { location: `/${left - 1}` }).end()
    })
    const files = createExternalFiles({ ports: [host.port], isAllowed: () => true })
    assert.equal(await textOf(await files.open(`http://127.0.0.1:${host.port}/3`)), 'here')
    const reason = reasonOf(await files.open(`http://127.0.0.1:${host.port}/4`))
    assert.match(reason, /redirects more than 3 times/)
  })
})

test('only http and https are allowed, on their usual ports and without a password', async () => {
  const files = createExternalFiles({ isAllowed: () => true, resolve: () => assert.fail('nothing is looked up') })
  const refused = [
    ...[
      '',
      'a picture',
      '/picture.jpg',
      'file:///etc/passwd',
      'ftp://example.com/a',
      'gopher://example.com/',
      'data:,a',
    ],
    ...[
      'javascript:alert(1)',
      'blob:https://example.com/1',
      'http://me:secret@example.com/',
      'https://me@example.com/',
    ],
    ...['http://example.com:22/', 'http://example.com:8080/', 'https://example.com:80/', 'http://example.com:443/'],
    ...['http://', 'http://example.com:99999/', 'http://256.256.256.256/', 'http://[::1/'],
  ]
  for (const url of refused) {
    const reason = reasonOf(await files.open(url))
    assert.match(reason, /only http and https on their default ports, without a username or password/, url)
  }
})
