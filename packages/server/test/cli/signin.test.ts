import assert from 'node:assert/strict'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { openBrowser } from '../support/http/browser.ts'
import { innkeeper, newFolder } from '../support/process/process.ts'
import { startTestService } from '../support/test-service.ts'

describe('innkeeper signin', () => {
  test('prints a link that signs a browser in to the running service, once', async () => {
    const service = await startTestService()
    service.clock.now = Date.now()
    await service.channel('C1', { owner: 'U1' })
    const signin = (...words: string[]) => innkeeper(['signin', '--data', service.dataDir, '--user', 'U1', ...words])
    const { code, stdout, stderr } = await signin()
    assert.deepEqual([code, stderr], [0, ''])
    const [, address, secret = ''] =
      /^Open this link within 15 minutes to sign in as .+ \(U1\)\. You can use it once:\n\n {2}(http:\S+)\/sign-in#(\w{22})\n\n$/.exec(
        stdout,
      ) ?? []
    assert.equal(address, service.url)
    const statuses = [1, 2].map(async () => (await openBrowser(service).post('/sign-in/link', { code: secret })).status)
    assert.deepEqual((await Promise.all(statuses)).sort(), [201, 401], stdout)
  })

  test('says that no one with an id has been seen, and uses the default address if no service runs', async () => {
    const service = await startTestService()
    await service.stop()
    const { code, stdout, stderr } = await innkeeper(['signin', '--data', service.dataDir, '--user', 'U2', '--plain'])
    assert.equal(code, 0)
    assert.match(stderr, /^No user with the ID U2 has been seen yet\./)
    assert.match(stdout, /^http:\/\/127\.0\.0\.1:8080\/sign-in#\w{22}\n$/)
  })

  test('uses the address at which people reach the service', async () => {
    const service = await startTestService()
    await service.stop()
    const { dataDir } = service
    const link = async (env: Record<string, string>, ...words: string[]) => {
      const answer = await innkeeper(['signin', '--data', dataDir, '--user', 'U1', ...words], { env })
      return [answer.code, answer.stdout, answer.stderr] as const
    }
    const named = await link({ INNKEEPER_BASE_URL: 'https://inn.example' }, '--plain')
    const given = await link({ PORT: '0' }, '--plain', '--url', 'https://other.example/')
    const json = await link({ INNKEEPER_HOST: '0.0.0.0', PORT: '9000' }, '--json')
    const unknown = await link({ PORT: '0' })
    const wrong = await link({}, '--url', 'other.example')
    assert.match(named[1], /^https:\/\/inn\.example\/sign-in#\w{22}\n$/)
    assert.match(given[1], /^https:\/\/other\.example\/sign-in#\w{22}\n$/)
    const { link: address, userId, expiresAt } = JSON.parse(json[1])
    assert.match(address, /^http:\/\/127\.0\.0\.1:9000\/sign-in#\w{22}$/)
    assert.equal(userId, 'U1')
    assert.ok(Date.parse(expiresAt) > Date.now())
    assert.deepEqual([unknown[0], unknown[1]], [2, ''])
    assert.match(unknown[2], /Set it with --url/)
    assert.deepEqual([wrong[0], wrong[1]], [2, ''])
    assert.match(wrong[2], /^--url is "other\.example"\. Set it to an http or https URL without a path/)
  })

  test('without --user, signs in the only owner; otherwise says whom it could be', async () => {
    const service = await startTestService()
    const signin = () => innkeeper(['signin', '--data', service.dataDir])
    const none = await signin()
    assert.deepEqual([none.code, none.stdout], [2, ''])
    assert.match(
      none.stderr,
      /^No channel has an owner yet\. Sign in at the console with your operator account, or say who signs in: --user <id>\./,
    )
    await service.channel('C1', { owner: 'U1' })
    assert.match((await signin()).stdout, /to sign in as .+ \(U1\)\./)
    await service.channel('C2', { owner: 'U2' })
    const two = await signin()
    assert.deepEqual([two.code, two.stdout], [2, ''])
    assert.match(
      two.stderr,
      /^A link signs in one account, .+ Say which one, for example:\n {2}\.\/innkeeper signin --data \S+ --user U2 {3}.+, owner of .+\n {2}\.\/innkeeper signin --data \S+ --user U1 {3}.+, owner of /,
    )
  })

  test('in a folder without data, says so and creates nothing', async () => {
    const folder = newFolder()
    const missing = join(folder, 'data')
    for (const words of [[], ['--user', 'U1']]) {
      const { code, stdout, stderr } = await innkeeper(['signin', '--data', missing, ...words])
      assert.deepEqual([code, stdout], [2, ''])
      assert.equal(stderr, `There is no database in ${missing}. Use --data to name the folder of your service.\n`)
    }
    assert.deepEqual(readdirSync(folder), [])
  })
})
