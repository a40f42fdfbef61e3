import assert from 'node:assert/strict'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { innkeeper, newFolder } from '../support/process/process.ts'

// A schedule with a wrong folder must not create an empty database and then copy it every night.
const commands = [
  ['channels', 'list'],
  ['channels', 'claim-code'],
  ['keys', 'list'],
  ['assistant', 'export', 'C1'],
  ['retention', '--dry-run'],
  ['erase', '--user', 'U1', '--yes'],
  ['settings', 'reset', 'timezone'],
  ['secrets', 'rotate'],
]

describe('a folder without a database', { concurrency: 2 }, () => {
  for (const words of commands) {
    test(`is refused by ${words.join(' ')}, which creates nothing`, async () => {
      const missing = join(newFolder(), 'data')
      const { code, stdout, stderr } = await innkeeper([...words, '--data', missing])
      assert.deepEqual(
        [code, stdout, stderr],
        [2, '', `There is no database in ${missing}. Use --data to name the folder of your service.\n`],
      )
      assert.ok(!existsSync(missing))
    })
  }

  test('is where keys create makes a new one, and says so', async () => {
    const missing = join(newFolder(), 'data')
    const { code, stderr } = await innkeeper(['keys', 'create', '--user', 'U1', '--data', missing])
    assert.deepEqual([code, stderr.split('\n')[0]], [0, `Created a new database in ${missing}.`])
    assert.ok(readdirSync(missing).includes('innkeeper.db'), 'the control: a command that may create it does')
  })
})
