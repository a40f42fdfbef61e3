import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { innkeeper, newFolder } from '../support/process.ts'

const commands = [
  [],
  ['start'],
  ['serve'],
  ['signin'],
  ['keys'],
  ['keys', 'create'],
  ['keys', 'list'],
  ['keys', 'revoke'],
  ['channels'],
  ['channels', 'list'],
  ['channels', 'set-owner'],
  ['channels', 'claim-code'],
  ['assistant'],
  ['assistant', 'export'],
  ['assistant', 'import'],
  ['seed'],
  ['backup'],
  ['verify'],
  ['restore'],
  ['migrate'],
  ['doctor'],
]

describe('what the command line says', { concurrency: 2 }, () => {
  for (const words of commands) {
    test(`${['innkeeper', ...words, '--help'].join(' ')} shows what it takes and an example`, async () => {
      const { code, stdout, stderr } = await innkeeper([...words, '--help'])
      assert.deepEqual([code, stderr], [0, ''])
      assert.ok(stdout.startsWith(`Usage: ${['innkeeper', ...words].join(' ')}`), stdout)
      assert.match(stdout, new RegExp(`^Example.*:\\n  \\./innkeeper ${words.join(' ')}`, 'm'))
      for (const child of commands.filter((one) => one.length === words.length + 1)) {
        if (words.every((word, index) => child[index] === word))
          assert.match(stdout, new RegExp(`^  ${child.at(-1)}\\b`, 'm'))
      }
    })
  }

  const wrong: [words: string[], sentence: RegExp][] = [
    [['open'], /^unknown command 'open'/],
    [['keys', 'creat'], /^unknown command 'creat'\n\(Did you mean create\?\)/],
    [['serve', '--prot', '80'], /^unknown option '--prot'\n\(Did you mean --port\?\)/],
    [['keys', 'create'], /^required option '--user <id>' not specified/],
    [['keys', 'revoke'], /^missing required argument 'id'/],
    [['channels', 'set-owner', 'C1'], /^missing required argument 'userId'/],
    [['channels', 'claim-code', 'C1', 'C2'], /^too many arguments for 'claim-code'/],
    [['keys', 'create', '--user'], /^option '--user <id>' argument missing/],
    [['migrate'], /^required option '--to <url>' not specified/],
    [['doctor', 'now'], /^too many arguments for 'doctor'/],
  ]
  for (const [words, sentence] of wrong) {
    test(`${['innkeeper', ...words].join(' ')} is refused with a sentence and exit code 2`, async () => {
      const cwd = newFolder()
      const { code, stdout, stderr } = await innkeeper(words, { cwd })
      assert.deepEqual([code, stdout], [2, ''])
      assert.match(stderr, sentence)
      assert.match(stderr, /\nRun it with --help to see what it takes\.\n$/)
      assert.equal(existsSync(join(cwd, 'data')), false)
    })
  }

  test('a bare group of commands shows its help, as an error', async () => {
    const { code, stdout, stderr } = await innkeeper(['keys'])
    assert.deepEqual([code, stdout], [2, ''])
    assert.match(stderr, /^Usage: innkeeper keys/)
  })

  test('the version is the version of the package', async () => {
    const { code, stdout } = await innkeeper(['--version'])
    assert.equal(code, 0)
    assert.match(stdout, /^\d+\.\d+\.\d+\n$/)
  })
})
