import assert from 'node:assert/strict'
import { readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { readFullConfig } from '../../../src/app/storage/saved-settings.ts'
import { rotateSecrets } from '../../../src/app/storage/secret-box.ts'
import { eventually } from '../../support/eventually.ts'
import { type Caller, createCaller } from '../../support/http/caller.ts'
import { innkeeper, newFolder } from '../../support/process/process.ts'
import { takeSnapshot } from '../../support/snapshots.ts'
import { startTestService, type TestService } from '../../support/test-service.ts'

const secret = '0123456789abcdef0123456789abcdef'
const token = 'tokenForLineThatNobodyMaySee'
/** With PostgreSQL the key has to be a setting, which nodes share. */
const key = 'ab'.repeat(32)
const isServer = process.env.INNKEEPER_TEST_ENGINE === 'postgres'
const keySettings = isServer ? { INNKEEPER_SECRET_KEY: key } : {}

type Setting = {
  name: string
  value: string | null
  source: string
  isSet: boolean
  needsRestart: boolean
  isUnreadable: boolean
}

async function start(settings: Record<string, string> = nowhere) {
  const service = await startTestService(settings)
  return { service, operator: await service.caller('U-operator', { isOperator: true }) }
}

/** Both nodes would ask LINE for their account. */
const nowhere = {
  ...keySettings,
  LINE_API_BASE_URL: 'http://127.0.0.1:9',
  LINE_DATA_API_BASE_URL: 'http://127.0.0.1:9',
}

const save = (operator: Caller, changes: Record<string, string | null>) =>
  operator.put('/api/operator/settings', {
    changes: Object.entries(changes).map(([name, value]) => ({ name, value })),
  })

async function find(operator: Caller, name: string): Promise<Setting | undefined> {
  const { body } = await operator.get('/api/operator/settings')
  return body.settings.find((one: Setting) => one.name === name)
}

/** As the next start of this service would read it. */
const readAgain = (service: TestService, more: Record<string, string> = keySettings) =>
  readFullConfig({ ...service.environment.env, ...more }, {})

describe('settings in the browser', () => {
  test('are used from the next start on, and say where they come from', async () => {
    const { service, operator } = await start()
    const before = await find(operator, 'timezone')
    assert.deepEqual(
      [before?.source, before?.value, before?.isSet, before?.needsRestart],
      ['default', 'UTC', true, false],
    )
    const { status, body } = await save(operator, { timezone: 'Asia/Tokyo', baseUrl: 'https://inn.example' })
    assert.equal(status, 200, JSON.stringify(body))
    assert.equal(body.needsRestart, true)
    const after = await find(operator, 'timezone')
    assert.deepEqual([after?.source, after?.value, after?.needsRestart], ['page', 'Asia/Tokyo', true])
    const { config } = await readAgain(service)
    assert.deepEqual([config.timezone, config.baseUrl], ['Asia/Tokyo', 'https://inn.example'])
    await save(operator, { timezone: null })
    assert.equal((await readAgain(service)).config.timezone, 'UTC')
    const { body: log } = await operator.get('/api/operator/log')
    assert.deepEqual(
      log.entries.map(({ actor, action, subject }: Record<string, string>) => [actor, action, subject]).toSorted(),
      [
        ['U-operator', 'setting.changed', 'baseUrl'],
        ['U-operator', 'setting.changed', 'timezone'],
        ['U-operator', 'setting.reset', 'timezone'],
      ],
    )
  })

  test('that limit messages and requests are used on all nodes at once', async () => {
    const { service, operator } = await start()
    const nodes = [service]
    // SQLite has one node.
    if (isServer) nodes.push(await startTestService(nowhere, { at: service.environment, now: service.clock.now }))
    const channel = await service.channel('C-live', { owner: 'U-owner', subscribers: ['U-owner'] })
    const { authorization } = await service.caller('U-owner')
    const owners = nodes.map(({ url }) => createCaller(url, authorization))
    const ask = (owner: Caller) => owner.put(`/api/channels/${channel}/settings`, { retentionDays: 400 })
    for (const owner of owners) assert.equal((await ask(owner)).status, 200, 'without a limit')
    const { body } = await save(operator, { retentionCeilingDays: '365', mostMediaBytes: '1' })
    assert.equal(body.needsRestart, false)
    for (const owner of owners) {
      await eventually(
        () => ask(owner),
        ({ status }) => status === 400,
      )
      assert.match((await ask(owner)).body.error, /retentionDays must be at most 365, the limit of this service/)
    }
  })

  test('get the service its own certificate at the next start, unless nodes share a database', async () => {
    const { service, operator } = await start()
    const { status, body } = await save(operator, { acmeDomain: 'inn.example', acmeEmail: 'you@inn.example' })
    if (isServer) {
      assert.equal(status, 400)
      return assert.match(
        body.error,
        /^INNKEEPER_ACME_DOMAIN and INNKEEPER_DATABASE_URL are both set\..* load balancer/,
      )
    }
    assert.deepEqual([status, body.needsRestart], [200, true])
    const { config } = await readAgain(service)
    assert.deepEqual([config.acmeDomain, config.baseUrl], ['inn.example', 'https://inn.example'])
    const alone = await save(operator, { acmeEmail: null })
    assert.match(alone.body.error, /^Only one of INNKEEPER_ACME_DOMAIN and INNKEEPER_ACME_EMAIL is set/)

    // If the page can't be reached with it, a command on the machine undoes it.
    const undone = await innkeeper(['settings', 'reset', 'acmeDomain', 'acmeEmail', '--data', service.dataDir])
    assert.equal(undone.stdout, 'Back to the default: INNKEEPER_ACME_DOMAIN, INNKEEPER_ACME_EMAIL.\n')
    assert.equal((await readAgain(service)).config.acmeDomain, null)
  })

  test('are reset on the machine by the name that the page shows, or by that of the API', async () => {
    const { service, operator } = await start()
    const reset = (...names: string[]) => innkeeper(['settings', 'reset', ...names, '--data', service.dataDir])
    const saved = await save(operator, { mostMediaBytes: '5', timezone: 'Asia/Tokyo' })
    assert.equal(saved.status, 200, JSON.stringify(saved.body))
    // A service on PostgreSQL isn't in the data folder alone.
    if (!isServer) {
      const { stdout } = await reset('INNKEEPER_MEDIA_LIMIT', 'timezone')
      assert.equal(stdout, 'Back to the default: INNKEEPER_MEDIA_LIMIT, INNKEEPER_TIMEZONE.\n')
      assert.equal((await reset('innkeeper_media_limit')).stdout, 'None of them was saved.\n')
    }
    const refused: [name: string, guess: string][] = [
      ['INNKEEPER_ACME_DOMIAN', ' Did you mean INNKEEPER_ACME_DOMAIN?'],
      ['LINE_CHANEL_ID', ' Did you mean LINE_CHANNEL_ID?'],
      ['acmeDomian', ' Did you mean acmeDomain?'],
      ['port', ''],
    ]
    for (const [name, guess] of refused) {
      const { code, stderr } = await reset(name)
      assert.equal(code, 2)
      assert.ok(stderr.startsWith(`${name} is not a setting that can be saved in the browser.${guess}\n`), stderr)
      assert.match(stderr, /\nSettings that can: INNKEEPER_BASE_URL, INNKEEPER_ACME_DOMAIN, .*LINE_CHANNEL_ID/)
    }
  })

  test('a limit of requests holds from the moment it is saved', async () => {
    const service = await startTestService(nowhere, { keepsLimits: true })
    const operator = await service.caller('U-operator', { isOperator: true })
    assert.equal((await operator.get('/api/me')).headers.get('ratelimit-policy'), '"default";q=600;w=60')
    await save(operator, { rateLimit: '7' })
    const other = await service.caller('U-other')
    const answers = await Promise.all(Array.from({ length: 8 }, () => other.get('/api/me')))
    assert.deepEqual(answers.map(({ status }) => status).toSorted(), [200, 200, 200, 200, 200, 200, 200, 429])
    assert.equal(answers[0]?.headers.get('ratelimit-policy'), '"default";q=7;w=60')
  })

  test('come after the command line and the environment', async () => {
    const { service, operator } = await start()
    await save(operator, { rateLimit: '100', timezone: 'Asia/Tokyo' })
    const environment = { ...service.environment.env, ...keySettings, INNKEEPER_RATE_LIMIT: '7' }
    const { config } = await readFullConfig(environment, { timezone: 'Asia/Bangkok' })
    assert.deepEqual([config.rateLimit, config.timezone], [7, 'Asia/Bangkok'])
  })

  test('that cannot be used are refused, and nothing is saved', async () => {
    const { operator } = await start()
    const cases: [Record<string, string | null>, RegExp][] = [
      [
        { retentionCeilingDays: 'never' },
        /^INNKEEPER_RETENTION_DAYS is "never"\. Set it to a whole number from 1 to 36500/,
      ],
      [{ timezone: 'Asia/Tokyo', aiKey: 'sk-1' }, /^INNKEEPER_AI_KEY is set, but INNKEEPER_AI_BASE_URL is not/],
      [{ lineChannelSecret: `${secret} with spaces` }, /^LINE_CHANNEL_SECRET is not valid\. Set it to/],
      [{ databaseUrl: 'postgres://elsewhere/x' }, /^databaseUrl is not a setting that can be changed here/],
      [{ port: '1' }, /^port is not a setting that can be changed here/],
    ]
    for (const [changes, sentence] of cases) {
      const { status, body } = await save(operator, changes)
      assert.equal(status, 400)
      assert.match(body.error, sentence)
      assert.doesNotMatch(body.error, /0123456789abcdef/)
    }
    assert.equal((await find(operator, 'timezone'))?.source, 'default')
  })

  test('that belong together stay together when two people save at the same moment', async () => {
    const { service, operator } = await start()
    const model = { aiBaseUrl: 'http://127.0.0.1:1/v1', aiModel: 'm' }
    for (let round = 0; round < 5; round++) {
      assert.equal((await save(operator, { ...model, aiKey: null })).status, 200)
      const [withKey, without] = await Promise.all([
        save(operator, { aiKey: 'sk-1' }),
        save(operator, { aiBaseUrl: null, aiModel: null }),
      ])
      assert.deepEqual([withKey.status, without.status].toSorted(), [200, 400])
      const { error } = (withKey.status === 400 ? withKey : without).body
      assert.match(error, /^INNKEEPER_AI_KEY is set, but INNKEEPER_AI_BASE_URL is not/)
      // It would throw if they weren't valid.
      await readAgain(service)
    }
  })
})

describe('secrets', () => {
  const line = { lineChannelSecret: secret, lineChannelAccessToken: token }

  test('are used, but never shown and never stored as they are', async () => {
    const { service, operator } = await start()
    const saved = await save(operator, line)
    assert.equal(saved.status, 200, saved.text)
    const shown = await find(operator, 'lineChannelSecret')
    assert.deepEqual([shown?.value, shown?.isSet, shown?.source], [null, true, 'page'])
    const { config } = await readAgain(service)
    assert.deepEqual([config.lineChannelSecret, config.lineChannelAccessToken], [secret, token])
    const everything = [
      saved.text,
      JSON.stringify(await service.store.listSettings()),
      JSON.stringify(await service.store.listOperatorLog(100)),
      (await operator.get('/api/operator/settings')).text,
      (await operator.get('/api/operator/log')).text,
      ...filesIn(service.dataDir),
    ]
    for (const text of everything) assert.ok(!text.includes(secret) && !text.includes(token))
    if (!isServer) {
      const target = join(newFolder(), 'snapshot')
      await takeSnapshot(service.dataDir, target)
      const [sealingKey = ''] = readFileSync(join(service.dataDir, 'secret.key'), 'utf8').split('\n')
      for (const text of filesIn(target)) assert.ok(!text.includes(secret) && !text.includes(sealingKey), 'a snapshot')
    }
    // Proof that the search above would find it.
    assert.ok(filesIn(service.dataDir).some((text) => text.includes('lineChannelSecret')) || isServer)
  })

  test('without their key, the service says what is missing and does not start', async () => {
    const { service, operator } = await start()
    await save(operator, { ...line, timezone: 'Asia/Tokyo' })
    if (!isServer) {
      const path = join(service.dataDir, 'secret.key')
      assert.equal(statSync(path).mode & 0o777, 0o600)
      rmSync(path)
    }
    const without = readAgain(service, isServer ? { INNKEEPER_SECRET_KEY: 'cd'.repeat(32) } : {})
    await assert.rejects(without, (error: Error) => {
      assert.match(
        error.message,
        /encrypted with a key that is not here: LINE_CHANNEL_ACCESS_TOKEN, LINE_CHANNEL_SECRET\./,
      )
      assert.match(error.message, /secrets forget/)
      return true
    })
  })

  if (!isServer) {
    test('a restored copy says that the key is missing, and works with it', async () => {
      const { service, operator } = await start()
      await save(operator, line)
      const snapshot = join(newFolder(), 'snapshot')
      await takeSnapshot(service.dataDir, snapshot)
      const restored = join(newFolder(), 'copy')
      const restore = ['restore', snapshot, '--data', restored]
      const { code, stdout } = await innkeeper(restore)
      assert.equal(code, 0)
      assert.match(
        stdout,
        /Before you start it:\n- .+ a key that is not here: LINE_CHANNEL_ACCESS_TOKEN, LINE_CHANNEL_SECRET/,
      )
      const withKey = await innkeeper(['restore', snapshot, '--data', `${restored}-2`], {
        env: { INNKEEPER_SECRET_KEY: readFileSync(join(service.dataDir, 'secret.key'), 'utf8').trim() },
      })
      assert.deepEqual([withKey.code, withKey.stderr], [0, ''])
    })
  }

  test('after a rotation, the new key opens everything and the old key is not needed anymore', async () => {
    const { service, operator } = await start()
    await save(operator, line)
    const before = await service.store.listSettings()
    const fresh = 'cd'.repeat(32)
    const place = isServer ? { ...service.config, secretKey: fresh, secretKeyOld: key } : service.config
    assert.equal(await rotateSecrets(place, service.store), 2)
    const after = await service.store.listSettings()
    assert.ok(after.every(({ value }, index) => value !== before[index]?.value))
    const { config } = await readAgain(service, isServer ? { INNKEEPER_SECRET_KEY: fresh } : {})
    assert.equal(config.lineChannelSecret, secret)
    if (isServer) await assert.rejects(readAgain(service))
    else assert.equal(readFileSync(join(service.dataDir, 'secret.key'), 'utf8').trim().split('\n').length, 1)
    assert.equal(await rotateSecrets(place, service.store), isServer ? 0 : 2, 'once more')
    if (isServer) return
    // The service that was running all along uses the new key from now on.
    assert.equal((await find(operator, 'lineChannelSecret'))?.isUnreadable, false)
    await save(operator, { aiBaseUrl: 'http://127.0.0.1:1/v1', aiModel: 'm', aiKey: 'sk-after-the-change' })
    assert.equal((await readAgain(service)).config.aiKey, 'sk-after-the-change')
  })

  if (isServer) {
    test('several nodes need a key that they share', async () => {
      const { operator } = await start({})
      const { status, body } = await save(operator, line)
      assert.equal(status, 503)
      assert.match(body.error, /^Service unavailable: INNKEEPER_SECRET_KEY is not set/)
      assert.equal((await save(operator, { timezone: 'Asia/Tokyo' })).status, 200)
    })

    test('while the key is changed on two nodes, both go on', async () => {
      const { service, operator } = await start(nowhere)
      await save(operator, line)
      const fresh = 'cd'.repeat(32)
      const changed = { ...nowhere, INNKEEPER_SECRET_KEY: fresh, INNKEEPER_SECRET_KEY_OLD: key }
      const next = await startTestService(changed, { at: service.environment, connectors: [] })
      const webhookAt = async ({ callerWith }: TestService) =>
        (await callerWith(undefined).post('/webhooks/line', {})).status
      await eventually(
        () => webhookAt(next),
        (status) => status === 401,
      )
      assert.equal(await rotateSecrets(next.config, service.store), 2)
      // The first node can't open the secrets any more, and works with those it has until it is restarted with the new key.
      await new Promise((resolve) => setTimeout(resolve, 2_500))
      assert.deepEqual([await webhookAt(service), await webhookAt(next)], [401, 401])
      assert.equal((await find(operator, 'lineChannelSecret'))?.isUnreadable, true)

      // Then it opens them again, without the old key.
      await service.stop()
      const withNewKey = { ...nowhere, INNKEEPER_SECRET_KEY: fresh }
      await assert.rejects(readAgain(service, nowhere), /encrypted with a key that is not here/)
      assert.equal((await readAgain(service, withNewKey)).config.lineChannelSecret, secret)
      const first = await startTestService(withNewKey, { at: service.environment, connectors: [] })
      await eventually(
        () => webhookAt(first),
        (status) => status === 401,
      )
      const again = await first.caller('U-operator', { isOperator: true })
      assert.equal((await find(again, 'lineChannelSecret'))?.isUnreadable, false)
      assert.deepEqual([await webhookAt(first), await webhookAt(next)], [401, 401])
    })
  }
})

function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'latin1'))
}
