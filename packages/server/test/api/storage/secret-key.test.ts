import assert from 'node:assert/strict'
import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { readFullConfig } from '../../../src/app/storage/saved-settings.ts'
import { createSecretBox, rotateSecrets } from '../../../src/app/storage/secret-box.ts'
import type { Caller } from '../../support/http/caller.ts'
import { startTestService, type TestService } from '../../support/test-service.ts'

const secret = '0123456789abcdef0123456789abcdef'
const token = 'tokenForLineThatNobodyMaySee'
const line = { lineChannelSecret: secret, lineChannelAccessToken: token }
/** With PostgreSQL the key has to be a setting, which nodes share. */
const key = 'ab'.repeat(32)
const isServer = process.env.INNKEEPER_TEST_ENGINE === 'postgres'
const keySettings = isServer ? { INNKEEPER_SECRET_KEY: key } : {}

async function start() {
  const nowhere = { LINE_API_BASE_URL: 'http://127.0.0.1:9', LINE_DATA_API_BASE_URL: 'http://127.0.0.1:9' }
  const service = await startTestService({ ...keySettings, ...nowhere })
  return { service, operator: await service.caller('U-operator', { isOperator: true }) }
}

const save = (operator: Caller, changes: Record<string, string>) =>
  operator.put('/api/operator/settings', {
    changes: Object.entries(changes).map(([name, value]) => ({ name, value })),
  })

/** As the next start of this service would read it. */
const readAgain = (service: TestService, more: Record<string, string> = keySettings) =>
  readFullConfig({ ...service.environment.env, ...more }, {})

describe('the key of saved secrets', () => {
  test('a secret that is being saved while the key is changed can be opened afterwards', async () => {
    const { service, operator } = await start()
    await save(operator, line)
    const sealed = await createSecretBox(service.config).seal('aiKey', 'sk-late')
    const place = isServer ? { ...service.config, secretKey: 'cd'.repeat(32), secretKeyOld: key } : service.config
    assert.equal(await rotateSecrets(place, service.store), 2)
    const late = await service.store.write<'save-settings'>({
      kind: 'save-settings',
      by: { kind: 'operator' },
      at: service.clock.now,
      actor: 'test',
      changes: [{ name: 'aiKey', value: sealed, isSealed: true }],
    })
    assert.equal(late, 'key-replaced')
    if (isServer) {
      const { status, body } = await save(operator, { aiBaseUrl: 'http://127.0.0.1:1/v1', aiModel: 'm', aiKey: 'sk-1' })
      assert.equal(status, 503)
      return assert.match(
        body.error,
        /encrypted with another key than that of this node\. Set INNKEEPER_SECRET_KEY to that key/,
      )
    }
    for (let round = 0; round < 3; round++) {
      const text = `${token}${round}`
      const both = [save(operator, { lineChannelAccessToken: text }), rotateSecrets(place, service.store)] as const
      assert.equal((await both[0]).status, 200)
      await both[1]
      assert.equal((await readAgain(service)).config.lineChannelAccessToken, text)
    }
  })

  if (!isServer) {
    test('the key cannot be changed by two commands at once', async () => {
      const { service, operator } = await start()
      await save(operator, line)
      const outcomes = await Promise.allSettled([1, 2].map(() => rotateSecrets(service.config, service.store)))
      const refused = outcomes.flatMap((one) => (one.status === 'rejected' ? [String(one.reason.message)] : []))
      assert.deepEqual(refused, [
        'Another command changes the key of the saved secrets right now. Wait until it has finished.',
      ])
      assert.equal((await readAgain(service)).config.lineChannelSecret, secret)
    })

    test('a previous key alone opens what was saved with it, and seals nothing', async () => {
      const { service, operator } = await start()
      await save(operator, line)
      const path = join(service.dataDir, 'secret.key')
      const former = readFileSync(path, 'utf8').trim()
      rmSync(path)
      const place = { ...service.config, secretKeyOld: former }
      const sealed = await createSecretBox(place).seal('aiKey', 'sk-1')
      assert.equal(createSecretBox(service.config).open('aiKey', sealed), 'sk-1', 'without the previous key')
      assert.equal(await rotateSecrets(place, service.store), 2)
      assert.equal((await readAgain(service)).config.lineChannelSecret, secret)
    })

    test('with a key of the environment that does not fit, the service says that the file is not used', async () => {
      const { service, operator } = await start()
      await save(operator, line)
      const path = join(service.dataDir, 'secret.key')
      const wrong = { INNKEEPER_SECRET_KEY: 'cd'.repeat(32) }
      await assert.rejects(readAgain(service, wrong), {
        message: new RegExp(
          `INNKEEPER_SECRET_KEY is set, so ${path} is not used. Remove INNKEEPER_SECRET_KEY, or set it`,
        ),
      })
      rmSync(path)
      await assert.rejects(readAgain(service, wrong), /INNKEEPER_SECRET_KEY is set to another key\. Set it to that key/)
    })
  }
})
