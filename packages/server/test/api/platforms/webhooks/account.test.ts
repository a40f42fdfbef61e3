import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { learnAccount } from '../../../../src/actions/platforms/learn-account.ts'
import { PlatformSilence } from '../../../../src/domain/platforms/platform-errors.ts'
import { message } from '../../../support/content/events.ts'
import { until } from '../../../support/eventually.ts'
import { createFakeConnector, fakeDelivery, fakePlatform } from '../../../support/line/fake-platform.ts'
import { startTestService, type TestService } from '../../../support/test-service.ts'

test('until the platform says which account is ours, events for any account are accepted; then only ours', async () => {
  const connector = createFakeConnector()
  const answer = Promise.withResolvers<void>()
  const asked = { times: 0 }
  const service = await startTestService(
    {},
    {
      connectors: [
        {
          ...connector,
          async getAccount() {
            // The first request gets no response, and the second a late one.
            if (++asked.times === 1) throw new PlatformSilence('no answer')
            await answer.promise
            return { accountId: 'us', displayName: 'Inn' }
          },
        },
      ],
    },
  )
  const post = (account: string) => {
    const delivery = fakeDelivery({ account, events: [message('C1', service.clock.now)] })
    return service.callerWith(undefined).request('POST', `/webhooks/${fakePlatform}`, delivery)
  }
  assert.equal((await post('us')).status, 200)
  assert.equal((await post('somebody else')).status, 200)
  answer.resolve()
  await untilAccountKnown(service)
  assert.equal(asked.times, 2)
  assert.equal((await post('us')).status, 200)
  const refused = await post('somebody else')
  assert.deepEqual([refused.status, refused.body], [401, { error: 'Webhook refused: it is for another account' }])
})

test('our account is remembered across a restart, before the platform is asked', async () => {
  const accounts: string[] = []
  const connector = createFakeConnector()
  const silent = { ...connector, getAccount: () => new Promise<never>(() => {}) }
  const first = await startTestService({}, { connectors: [connector] })
  await untilAccountKnown(first)
  await first.stop()
  const second = await startTestService(
    {},
    { at: first.environment, connectors: [{ ...silent, setAccount: (id: string) => accounts.push(id) }] },
  )
  assert.deepEqual(accounts, ['fake-account'])
  await second.stop()
})

test('a platform that does not respond is logged in one line, and again only if the reason changes', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] })
  const reasons = ['no answer', 'no answer', 'no answer', 'no connection']
  const logged: object[] = []
  const log = { info() {}, warn: (fields: object) => logged.push(fields) }
  const getAccount = () => Promise.reject(new PlatformSilence(reasons.shift() ?? ''))
  const deps = { log, clock: Date.now } as unknown as Parameters<typeof learnAccount>[0]
  const stop = learnAccount(deps, { ...createFakeConnector(), getAccount })
  while (reasons.length > 0) {
    await nextTurn()
    t.mock.timers.runAll()
  }
  await nextTurn()
  stop()
  assert.deepEqual(logged, [
    { platform: fakePlatform, reason: 'no answer' },
    { platform: fakePlatform, reason: 'no connection' },
  ])
})

function untilAccountKnown({ store }: TestService): Promise<void> {
  return until(async () => (await store.findAccountId(fakePlatform)) !== undefined, 'the account is known', {
    everyMs: 1,
  })
}
