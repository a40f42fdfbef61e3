import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { test } from 'node:test'
import { isSwiftInstalled, startSwift } from '../../../../../scripts/swift.ts'
import { testKeys } from '../../support/process/s3.ts'
import { isSoak } from '../../support/soak.ts'

// The server of the other tests accepts any signature. Swift doesn't, and comes with Debian.

const files = ['s3.test.ts', 's3-commands.test.ts', 's3-service.test.ts']

if (isSoak && isSwiftInstalled()) {
  test('all tests of object storage pass with Swift', { timeout: 600_000 }, async (context) => {
    const swift = await startSwift(testKeys)
    context.after(() => swift.stop())
    const { stdout, status } = await runTests(swift.url)
    assert.equal(status, 0, stdout)
    assert.match(stdout, /pass [1-9]/)
  })
}

async function runTests(url: string): Promise<{ stdout: string; status: number | null }> {
  const { NODE_TEST_CONTEXT: _, ...environment } = process.env
  const paths = files.map((file) => new URL(file, import.meta.url).pathname)
  return spawnSync(process.execPath, ['--test', '--test-concurrency=1', ...paths], {
    encoding: 'utf8',
    env: { ...environment, INNKEEPER_TEST_S3: url },
  })
}
