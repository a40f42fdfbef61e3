import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { describe, type TestContext, test } from 'node:test'
import { planBatches } from '../test-runner/folders.ts'
import { inTurn } from '../test-runner/turns.ts'

const runner = new URL('../test.ts', import.meta.url).pathname

// At the same time, because some of them wait for a time limit.
describe('A test run', { concurrency: true }, () => {
  test('counts each test once and skipped tests not at all', async (t) => {
    const { output, code } = await runTests(t, {
      'test/unit/one.test.ts': `describe('a suite', () => { test('a', () => {}); test('b', () => {}) }); test('c', () => {})`,
      'test/unit/two.test.ts': `test('d', () => {}); test('e', { skip: 'no disk' }, () => {})`,
      'test/process/alone.test.ts': `test('f', () => {})`,
    })
    assert.match(output, /\nSKIPPED test\/unit\/two\.test\.ts: e: no disk\n/)
    assert.match(output, /\n5 passed, 0 failed\n$/)
    assert.equal(code, 0)
  })

  test('fails if a test, a hook or a file fails, and never retries', async (t) => {
    const { output, code, notes } = await runTests(t, {
      'test/unit/good.test.ts': `test('good', () => {})`,
      'test/unit/bad.test.ts': `describe('a suite', () => { test('never', () => { note('bad'); assert.fail() }); test('steady', () => {}) })`,
      'test/unit/broken.test.ts': `note('broken'); throw new Error('before any test')`,
      'test/process/hook.test.ts': `test('passes', () => {}); after(() => assert.fail())`,
      'test/process/empty.test.ts': ``,
    })
    assert.match(output, /(^|\n)✖ test\/unit\/bad\.test\.ts \(1 passed, 1 failed, /)
    assert.match(output, /\nFAILED test\/unit\/bad\.test\.ts: never\n/)
    assert.match(output, /\nFAILED test\/unit\/broken\.test\.ts: /)
    assert.match(output, /\nFAILED test\/process\/hook\.test\.ts: /)
    assert.match(output, /\nFAILED test\/process\/empty\.test\.ts: has no test\n/)
    assert.match(output, /\n3 passed, 4 failed\n$/)
    assert.deepEqual(notes().toSorted(), ['bad', 'broken'])
    assert.equal(code, 1)
  })

  test('ends a hanging test and a blocked process, and fails', async (t) => {
    const files = {
      'test/unit/hangs.test.ts': `test('hangs', () => new Promise(() => setInterval(() => {}, 1000)))`,
      'test/process/blocked.test.ts': `test('blocked', () => { for (;;); })`,
      'test/process/good.test.ts': `test('good', () => {})`,
    }
    const { output, code } = await runTests(t, files, { INNKEEPER_TEST_LIMIT_SECONDS: '2' })
    assert.match(output, /\nFAILED test\/unit\/hangs\.test\.ts: hangs\n/)
    assert.match(output, /\nFAILED test\/process\/blocked\.test\.ts: /)
    assert.match(output, /\n1 passed, [23] failed\n$/)
    assert.equal(code, 1)
  })

  test('ends a file that leaves something open after its tests, and fails', async (t) => {
    const files = { 'test/process/open.test.ts': `test('good', () => { setInterval(() => {}, 1000) })` }
    const { output, code } = await runTests(t, files, { INNKEEPER_TEST_LIMIT_SECONDS: '2' })
    assert.match(output, /\nFAILED test\/process\/open\.test\.ts: /)
    assert.match(output, /\n1 passed, 1 failed\n$/)
    assert.equal(code, 1)
  })

  test('counts every test, no matter how many there are and how fast they end', async (t) => {
    const many = `for (let n = 0; n < 3000; n++) test('test ' + n, () => {})`
    const { output } = await runTests(t, { 'test/unit/a.test.ts': many, 'test/unit/b.test.ts': many })
    assert.match(output, /\n6000 passed, 0 failed\n$/)
  })

  test('runs the files of a shared process one after the other, each with its own hooks', async (t) => {
    const files = {
      'test/unit/a.test.ts': [
        `after(() => note('end of a'))`,
        // Code below a test in the file has run before the test runs.
        `test('a', () => below())`,
        `const below = () => note('a ' + process.pid)`,
      ].join('\n'),
      'test/unit/b.test.ts': `note('begin of b'); test('b', () => note('b ' + process.pid))`,
      'test/process/c.test.ts': `test('c', () => note('c ' + process.pid))`,
    }
    const { output, notes } = await runTests(t, files)
    assert.match(output, /\n3 passed, 0 failed\n$/)
    const [c, ...others] = notes().toSorted(
      (one, other) => Number(other.startsWith('c ')) - Number(one.startsWith('c ')),
    )
    const pid = /^a (\d+)$/.exec(others[0] ?? '')?.[1]
    assert.deepEqual(others, [`a ${pid}`, 'end of a', 'begin of b', `b ${pid}`])
    assert.notEqual(c, `c ${pid}`)
  })

  test('fails every file that a shared process did not reach because it ended early', async (t) => {
    const { output, code } = await runTests(t, {
      'test/unit/a.test.ts': `test('good', () => {})`,
      'test/unit/b.test.ts': `test('ends it', () => process.kill(process.pid, 'SIGKILL'))`,
      'test/unit/c.test.ts': `test('good', () => {})`,
    })
    assert.match(output, /\nFAILED test\/unit\/b\.test\.ts: did not run to its end\n/)
    assert.match(output, /\nFAILED test\/unit\/c\.test\.ts: did not run to its end\n/)
    assert.match(output, /\n\d passed, \d failed\n$/)
    assert.equal(code, 1)
  })
})

describe('The folder of a test', () => {
  type Options = { isFull?: boolean; day?: number }
  const on = (engine: 'sqlite' | 'postgres', files: string[], options: Options = {}) =>
    planBatches(files, { isFull: false, engine: undefined, day: 0, ...options })
      .filter((batch) => batch.engine === engine)
      .flatMap((batch) => batch.files)
  const onPostgres = (files: string[], options: Options = {}) => on('postgres', files, options)

  test('decides whether it gets its own process', () => {
    const files = ['process', 'unit', 'docs'].flatMap((name) =>
      [1, 2].map((n) => `packages/server/test/${name}/${n}.test.ts`),
    )
    const batches = planBatches(files, { isFull: false, engine: undefined, day: 0 })
    assert.deepEqual(
      batches.map((batch) => batch.files.length),
      [1, 1, 4],
    )
  })

  test('decides whether it runs every day or in turn, and some of each folder run every day', () => {
    const files = (folder: string) => Array.from({ length: 7 }, (_, n) => `packages/server/test/${folder}/${n}.test.ts`)
    const takingTurns = ['process/crash', 'process/nodes', 'browser/occasional']
    const all = [...takingTurns.flatMap(files), 'packages/server/test/process/serve.test.ts']
    const onDay = (day: number, isFull = false) =>
      planBatches(all, { isFull, engine: 'sqlite', day }).flatMap((batch) => batch.files)
    const days = [0, 1, 2].map((day) => onDay(day))
    for (const one of days) {
      assert.ok(one.includes('packages/server/test/process/serve.test.ts'))
      for (const folder of takingTurns)
        assert.ok([2, 3].includes(one.filter((file) => files(folder).includes(file)).length))
    }
    assert.deepEqual([...new Set(days.flat())].toSorted(), all.toSorted())
    assert.deepEqual(onDay(0, true).toSorted(), all.toSorted())
  })

  test('decides whether it runs on PostgreSQL: on some days, instead of SQLite, or never', () => {
    assert.deepEqual(onPostgres(['packages/server/test/unit/1.test.ts']), [])
    for (const [folder, parts] of [
      ['jobs', 3],
      ['api/messages', 3],
      ['api/assistant', 12],
    ] as const) {
      const files = Array.from({ length: 80 }, (_, index) => `packages/server/test/${folder}/${index}.test.ts`)
      const days = Array.from({ length: parts }, (_, day) => onPostgres(files, { day }))
      for (const [day, sample] of days.entries()) {
        assert.ok(sample.length > 0 && sample.length < files.length / 2, `${sample.length} files`)
        assert.deepEqual([...sample, ...on('sqlite', files, { day })].toSorted(), files.toSorted())
      }
      assert.deepEqual(days.flat().toSorted(), files.toSorted())
      assert.deepEqual(onPostgres(files, { isFull: true }).toSorted(), files.toSorted())
      assert.deepEqual(on('sqlite', files, { isFull: true }).toSorted(), files.toSorted())
    }
  })
})

describe('Variants of a test', () => {
  const devices = ['desktop', 'phone', 'watch'] as const

  test('take turns by day, and on each day some file runs each of them', () => {
    const days = ['0', '1', '2'].map((day) => inTurn('file:///browser/one.test.ts', devices, day))
    assert.deepEqual(days.flat().toSorted(), devices.toSorted())
    const files = Array.from({ length: 20 }, (_, index) => `file:///browser/${index}.test.ts`)
    for (const day of ['0', '1', '2']) {
      const today = files.flatMap((file) => inTurn(file, devices, day))
      assert.equal(today.length, files.length)
      assert.deepEqual(new Set(today), new Set(devices))
    }
  })

  test('all run in files that were selected by name, and one of them otherwise', async (t) => {
    const turns = new URL('../test-runner/turns.ts', import.meta.url).pathname
    const files = {
      'test/unit/a.test.ts': `const { inTurn } = await import('${turns}')
        for (const one of inTurn('a', ['b', 'c'])) test(one, () => {})`,
    }
    assert.match((await runTests(t, files)).output, /\n1 passed, 0 failed\n$/)
    assert.match((await runTests(t, files, {}, ['unit/a'])).output, /\n2 passed, 0 failed\n$/)
  })
})

const imports = `
import assert from 'node:assert/strict'
import { appendFileSync } from 'node:fs'
import { after, describe, test } from 'node:test'
const note = (text) => appendFileSync('notes', text + '\\n')
`

async function runTests(
  t: TestContext,
  files: Record<string, string>,
  env: Record<string, string> = {},
  words: string[] = [],
) {
  const folder = mkdtempSync(join(tmpdir(), 'innkeeper-test-run-'))
  t.after(() => rmSync(folder, { recursive: true, force: true }))
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    writeFileSync(join(folder, name), imports + text)
  }
  // Otherwise this run would report to the run that it is part of.
  const { NODE_TEST_CONTEXT: _, INNKEEPER_TEST_ENGINE: __, ...outside } = process.env
  const child = spawn(process.execPath, [runner, '--only', 'tests', '--in', folder, ...words], {
    env: { ...outside, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  t.after(() => child.kill('SIGKILL'))
  let output = ''
  child.stdout.on('data', (data) => (output += data))
  const code = await new Promise((resolve) => child.once('exit', resolve))
  return { output, code, notes: () => readFileSync(join(folder, 'notes'), 'utf8').trim().split('\n') }
}
