import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openPlatforms } from '../../../src/app/live-platforms.ts'
import { readConfig } from '../../../src/config/config.ts'
import type { Store } from '../../../src/ports/store.ts'
import { createFakeConnector } from '../../support/line/fake-platform.ts'

test('changed settings end the questions for events before the next ones begin, and nothing asks after a stop', async () => {
  const log: string[] = []
  let runs = 0
  const begun: (() => void)[] = []
  const connector = {
    ...createFakeConnector(),
    pull: {
      async run({ signal }: { signal: AbortSignal }) {
        const no = ++runs
        log.push(`${no} begins`)
        begun.shift()?.()
        await new Promise((resolve) => signal.addEventListener('abort', resolve))
        // As if a batch were still being stored.
        await new Promise((resolve) => setImmediate(resolve))
        log.push(`${no} ended`)
      },
    },
  }
  const nextRun = () => new Promise<void>((resolve) => begun.push(resolve))
  const store = {
    findAccountId: async () => undefined,
    findSourcePosition: async () => undefined,
    write: async () => null,
  }
  const quiet = { info() {}, warn() {} }
  const deps = { store: store as unknown as Store, clock: () => 0, log: quiet as never }
  const platforms = await openPlatforms(deps, readConfig({}), [connector])
  const first = nextRun()
  const watch = { noteToken() {}, notePolled() {}, noteConflict() {} }
  platforms.start(watch as never, { takePulled: async () => undefined } as never)
  await first
  const second = nextRun()
  const nowhere = 'http://127.0.0.1:1'
  const line = { LINE_CHANNEL_SECRET: 'another', LINE_CHANNEL_ACCESS_TOKEN: 'token', LINE_API_BASE_URL: nowhere }
  await platforms.use(readConfig(line))
  await second
  assert.deepEqual(log, ['1 begins', '1 ended', '2 begins'])
  await platforms.stop()
  assert.deepEqual(log, ['1 begins', '1 ended', '2 begins', '2 ended'])
})
