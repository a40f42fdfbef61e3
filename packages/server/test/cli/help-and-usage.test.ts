import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { copyFileSync, existsSync, mkdirSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { before, describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { Worker } from 'node:worker_threads'
import { innkeeper, newFolder } from '../support/process/process.ts'
import type { Told } from './command-lines-thread.ts'

const commands = [
  [],
  ['start'],
  ['serve'],
  ['signin'],
  ['operator'],
  ['operator', 'reset'],
  ['secrets'],
  ['secrets', 'rotate'],
  ['secrets', 'forget'],
  ['settings'],
  ['settings', 'reset'],
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
  ['import'],
  ['imports'],
  ['imports', 'list'],
  ['imports', 'undo'],
  ['ledger'],
  ['ledger', 'report'],
  ['seed'],
  ['snapshot'],
  ['verify'],
  ['restore'],
  ['rollback'],
  ['migrate'],
  ['adopt-media'],
  ['doctor'],
  ['service'],
  ['service', 'install'],
  ['service', 'uninstall'],
]

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

// Most command lines run in one thread, because a process for each is slow. Three tests use real processes.
const lines = [...[...commands, ['backup']].map((words) => [...words, '--help']), ...wrong.map(([words]) => words)]
const outputs = new Map<string, Told>()
before(async () => {
  const thread = new Worker(new URL('./command-lines-thread.ts', import.meta.url), { workerData: lines })
  let count = 0
  thread.on('message', (one: Told) => outputs.set(lines[count++]?.join(' ') ?? '', one))
  await once(thread, 'exit')
})

describe('the command line', () => {
  for (const words of commands) {
    test(`${['innkeeper', ...words, '--help'].join(' ')} shows its usage and an example`, () => {
      const { code, stdout, stderr } = outputOf([...words, '--help'])
      assert.deepEqual([code, stderr], [0, ''])
      assert.ok(stdout.startsWith(`Usage: ${['innkeeper', ...words].join(' ')}`), stdout)
      assert.match(stdout, new RegExp(`^Example.*:\\n  \\./innkeeper ${words.join(' ')}`, 'm'))
      for (const child of commands.filter((one) => one.length === words.length + 1)) {
        if (words.every((word, index) => child[index] === word))
          assert.match(stdout, new RegExp(`^  ${child.at(-1)}\\b`, 'm'))
      }
    })
  }

  test('backup, the old name of snapshot, still works, but is not listed', () => {
    assert.match(outputOf(['backup', '--help']).stdout, /^Usage: innkeeper backup \[options\] \[target\]\n/)
    assert.doesNotMatch(outputOf(['--help']).stdout, /^ +\S*\bbackup\b/m)
  })

  for (const [words, sentence] of wrong) {
    test(`${['innkeeper', ...words].join(' ')} is refused with a sentence and exit code 2`, () => {
      const { code, stdout, stderr } = outputOf(words)
      assert.deepEqual([code, stdout], [2, ''])
      assert.match(stderr, sentence)
      assert.match(stderr, /\nRun it with --help to see its options\.\n$/)
    })
  }

  test('a wrong command line is refused before anything is created', async () => {
    const cwd = newFolder()
    const words = ['keys', 'create']
    const { code, stdout, stderr } = await innkeeper(words, { cwd })
    assert.deepEqual({ code, stdout, stderr }, outputOf(words))
    assert.equal(existsSync(join(cwd, 'data')), false)
  })

  test('a command group without a command shows its help, as an error', async () => {
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

function outputOf(words: string[]): Told {
  const one = outputs.get(words.join(' '))
  assert.ok(one, 'the command line did not finish')
  return one
}

test('help is shown at once, without building the console first', async () => {
  const root = newFolder()
  for (const folder of [
    'node_modules/node/bin',
    'packages/console',
    'packages/client',
    'packages/contract',
    'scripts',
  ]) {
    mkdirSync(join(root, folder), { recursive: true })
  }
  copyFileSync(fileURLToPath(new URL('../../../../innkeeper', import.meta.url)), join(root, 'innkeeper'))
  writeFileSync(join(root, 'package-lock.json'), '{}')
  utimesSync(join(root, 'package-lock.json'), 1, 1)
  writeFileSync(join(root, 'node_modules/.package-lock.json'), '{}')
  writeFileSync(join(root, 'node_modules/node/bin/node'), '#!/bin/sh\n', { mode: 0o755 })
  writeFileSync(join(root, 'scripts/ensure-built.mjs'), 'console.error("building")')
  const run = (...words: string[]) => spawnSync('sh', [join(root, 'innkeeper'), ...words], { encoding: 'utf8' })
  for (const command of ['start', 'serve', 'service']) {
    assert.deepEqual([run(command, '--help').status, run(command, '--help').stderr], [0, ''], command)
    assert.equal(run(command).stderr, 'building\n', command)
  }
})

test('a command whose output nobody reads any more ends quietly', async () => {
  const program = fileURLToPath(new URL('../../../../innkeeper', import.meta.url))
  for (const words of [['--help'], ['doctor', '--data', newFolder()]]) {
    const child = spawn(program, words)
    // As `| head` does once it has enough.
    child.stdout.destroy()
    const [stderr, [code]] = await Promise.all([text(child.stderr), once(child, 'exit')])
    assert.deepEqual([stderr, code], ['', 141], words.join(' '))
  }
})
