import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { describe, type TestContext, test } from 'node:test'

const runner = new URL('../test.ts', import.meta.url).pathname

describe('a run of tests', () => {
  test('counts each test once, and skipped ones not at all', async (t) => {
    const { output, code } = await runTests(t, {
      'one.test.ts': `describe('a suite', () => { test('a', () => {}); test('b', () => {}) }); test('c', () => {})`,
      'two.test.ts': `test('d', () => {}); test('e', { skip: 'no disk' }, () => {})`,
    })
    assert.match(output, /\nSKIPPED e: no disk\n/)
    assert.match(output, /\n4 passed, 0 failed\n$/)
    assert.equal(code, 0)
  })

  test('passes a file that fails in the crowd and passes alone, and says so loudly', async (t) => {
    const { output, code } = await runTests(t, {
      'good.test.ts': `test('good', () => {})`,
      'flaky.test.ts': `
        describe('a suite', () => {
          test('needs room', () => {
            const isAlone = existsSync('crowd')
            writeFileSync('crowd', '')
            assert.ok(isAlone)
          })
          test('steady', () => {})
        })`,
    })
    assert.match(output, /\nPASSED ONLY ALONE flaky\.test\.ts: needs room\n/)
    assert.match(output, /\n3 passed, 0 failed\n$/)
    assert.equal(code, 0)
  })

  test('fails where a file fails alone, too', async (t) => {
    const { output, code } = await runTests(t, {
      'good.test.ts': `test('good', () => {})`,
      'bad.test.ts': `describe('a suite', () => { test('never', () => assert.fail()); test('steady', () => {}) })`,
      'broken.test.ts': `throw new Error('before any test')`,
    })
    assert.doesNotMatch(output, /PASSED ONLY ALONE/)
    assert.match(output, /\nFAILED bad\.test\.ts: never\n/)
    assert.match(output, /\n2 passed, 2 failed\n$/)
    assert.equal(code, 1)
  })

  test('runs nothing again where more than five files fail, unless the host was busy', async (t) => {
    const files = [1, 2, 3, 4, 5, 6].map((n) => [`bad-${n}.test.ts`, `test('never', () => assert.fail())`])
    const { output, code } = await runTests(t, Object.fromEntries(files), { INNKEEPER_TEST_STOLEN: '0' })
    assert.match(output, /\n6 files failed: too many for chance, none ran again\.\n/)
    assert.doesNotMatch(output, /Once more, alone/)
    assert.match(output, /\n0 passed, 6 failed\n$/)
    assert.equal(code, 1)
    const disturbed = await runTests(t, Object.fromEntries(files), { INNKEEPER_TEST_STOLEN: '0.5' })
    assert.match(disturbed.output, /\nThe host took 50 % of the processors during the run\.\n/)
    assert.match(disturbed.output, /Once more, alone/)
    assert.match(disturbed.output, /\n0 passed, 6 failed\n$/)
  })

  test('ends a file that hangs, and fails', async (t) => {
    const files = { 'busy.test.ts': `test('busy', () => { for (;;); })`, 'good.test.ts': `test('good', () => {})` }
    const { output, code } = await runTests(t, files, { INNKEEPER_TEST_LIMIT_MS: '1500' })
    assert.match(output, /Killed: this test file was not done within 3 s\./)
    assert.match(output, /\nFAILED busy\.test\.ts: /)
    assert.match(output, /\d passed, \d failed\n$/)
    assert.equal(code, 1)
  })

  test('does not wait for what a file leaves open after its tests, and says so', async (t) => {
    const files = {
      'open.test.ts': `test('good', () => { setInterval(() => {}, 1000) })`,
      // The other end of the pipe to the run is then held by a process that nobody waits for.
      'orphan.test.ts': `
        import { spawn } from 'node:child_process'
        test('good', () => {
          const child = spawn('sleep', ['600'], { stdio: 'inherit', detached: true })
          child.unref()
          writeFileSync('orphan-pid', String(child.pid))
        })`,
    }
    const { output, code } = await runTests(t, files, { INNKEEPER_TEST_LEAVING_MS: '1000' })
    assert.match(output, /\nLEFT OPEN open\.test\.ts: .*Timeout/)
    assert.match(output, /\n2 passed, 0 failed\n$/)
    assert.equal(code, 0)
  })

  test('runs on both engines what opens an inn, and says which failed', async (t) => {
    const files = {
      'support/test-environment.ts': `export const engine = process.env.INNKEEPER_TEST_ENGINE ?? 'sqlite'`,
      'support/inn.ts': `\nexport { engine } from './test-environment.ts'`,
      'inn.test.ts': [
        `\nimport { engine } from './support/inn.ts'`,
        `test('on ' + engine, () => {})`,
        `test('only embedded', () => assert.equal(engine, 'sqlite'))`,
      ].join('\n'),
      'plain.test.ts': `test('once', () => {})`,
    }
    const both = await runTests(t, files)
    assert.match(both.output, /\n *✔ on sqlite /)
    assert.match(both.output, /(^|\n)In inn\.test\.ts on PostgreSQL and S3:\n✔ on postgres /)
    assert.match(both.output, /\nFAILED inn\.test\.ts on PostgreSQL and S3: only embedded\n/)
    assert.match(both.output, /\n4 passed, 1 failed\n$/)
    const one = await runTests(t, files, { INNKEEPER_TEST_ENGINE: 'sqlite' })
    assert.match(one.output, /\n3 passed, 0 failed\n$/)
  })

  test('lets small files share a process, each done before the next one begins', async (t) => {
    const note = (what: string) => `appendFileSync('notes', '${what} ' + process.pid + '\\n')`
    const files = {
      'support/hooks.ts': `export const shared = true\nafter(() => ${note('hook of both')})`,
      'a.test.ts': [
        `\nimport { shared } from './support/hooks.ts'`,
        `after(() => ${note('end of a')})`,
        // What stands below a test is there when it runs.
        `test('a', () => below())`,
        `const below = () => ${note('a')}`,
      ].join('\n'),
      'b.test.ts': `\nimport { shared } from './support/hooks.ts'\n${note('begin of b')}; test('b', () => ${note('b')})`,
      'own.test.ts': `\nimport 'node:child_process'\ntest('own', () => ${note('own')})`,
    }
    const { output, folder } = await runTests(t, files)
    assert.match(output, /\n3 passed, 0 failed\n$/)
    const notes = readFileSync(join(folder, 'notes'), 'utf8').trim().split('\n')
    const pidOf = (what: string) =>
      notes
        .find((line) => line.startsWith(`${what} `))
        ?.split(' ')
        .at(-1)
    const inCompany = notes.filter((line) => !line.startsWith('own')).map((line) => line.replace(/ \d+$/, ''))
    assert.deepEqual(inCompany, ['a', 'end of a', 'begin of b', 'b', 'hook of both'])
    assert.equal(pidOf('a'), pidOf('b'))
    assert.notEqual(pidOf('own'), pidOf('a'))
  })

  test('fails a file that ends the process of several, and runs those that were still to come', async (t) => {
    const { output, code } = await runTests(t, {
      'a.test.ts': `test('good', () => {}); test('never', () => assert.ok(existsSync('crowd')))`,
      'b.test.ts': `
        test('ends it', async () => {
          if (existsSync('crowd')) return
          writeFileSync('crowd', '')
          await setTimeout(300)
          process.kill(process.pid, 'SIGKILL')
        })`,
      'c.test.ts': `test('good', () => {})`,
    })
    assert.match(output, /\nPASSED ONLY ALONE a\.test\.ts: never\n/)
    assert.match(output, /\nPASSED ONLY ALONE b\.test\.ts: .*did not come to its end\n/)
    assert.match(output, /\n4 passed, 0 failed\n$/)
    assert.equal(code, 0)
  })

  test('fails where a hook at the end of a file does not end', async (t) => {
    const files = {
      'hook.test.ts': `test('good', () => {}); after(() => new Promise(() => setInterval(() => {}, 1000)))`,
    }
    const { output, code } = await runTests(t, files, { INNKEEPER_TEST_LEAVING_MS: '1000' })
    assert.match(output, /\nFAILED hook\.test\.ts: /)
    assert.equal(code, 1)
  })
})

const imports = `
import assert from 'node:assert/strict'
import { appendFileSync, existsSync, writeFileSync } from 'node:fs'
import { after, describe, test } from 'node:test'
import { setTimeout } from 'node:timers/promises'
`

async function runTests(t: TestContext, files: Record<string, string>, env: Record<string, string> = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'innkeeper-test-run-'))
  t.after(() => {
    const orphan = join(folder, 'orphan-pid')
    if (existsSync(orphan)) process.kill(Number(readFileSync(orphan, 'utf8')), 'SIGKILL')
    rmSync(folder, { recursive: true, force: true })
  })
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    writeFileSync(join(folder, name), imports + text)
  }
  // A run inside a run would be taken for a part of it.
  const { NODE_TEST_CONTEXT: _, INNKEEPER_TEST_ENGINE: __, ...outside } = process.env
  const child = spawn(process.execPath, [runner, '--only', 'tests', '--in', folder], {
    env: { ...outside, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  t.after(() => child.kill('SIGKILL'))
  let output = ''
  child.stdout.on('data', (data) => (output += data))
  const code = await new Promise((resolve) => child.once('exit', resolve))
  return { output, code, folder }
}
