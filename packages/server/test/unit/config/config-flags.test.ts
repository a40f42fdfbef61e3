import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readConfig } from '../../../src/config/config.ts'
import { problemOf } from '../../support/config-problem.ts'
import { innkeeper, newFolder } from '../../support/process/process.ts'

test('a command-line option overrides the environment, and an error names the option', () => {
  const environment = { PORT: '1', INNKEEPER_HOST: '10.0.0.1', INNKEEPER_DATA: '/one' }
  const config = readConfig(environment, { port: '2', host: '10.0.0.2', dataDir: '/two' })
  assert.deepEqual([config.port, config.host, config.dataDir], [2, '10.0.0.2', '/two'])
  const without = readConfig(environment, { port: undefined })
  assert.deepEqual([without.port, without.host, without.dataDir], [1, '10.0.0.1', '/one'])
  assert.match(problemOf({}, { port: 'x' }), /^--port is "x"\. Set it to a whole number from 0 to 65535\.$/)
  assert.match(problemOf({}, { dataDir: '' }), /^--data is ""\. Set it to the path of a folder\.$/)
})

test('a wrong value that an option overrides does no harm', () => {
  assert.equal(readConfig({ PORT: 'x' }, { port: '2' }).port, 2)
})

test('a start with a wrong setting ends with one sentence and exit code 2, and creates nothing', async () => {
  const cwd = newFolder()
  const [environment, option] = await Promise.all([
    innkeeper(['serve'], { cwd, env: { INNKEEPER_TIMEZONE: 'Mars/Olympus' } }),
    innkeeper(['serve', '--port', '99999'], { cwd }),
  ])
  assert.deepEqual(environment, {
    code: 2,
    signal: null,
    stdout: '',
    stderr: 'INNKEEPER_TIMEZONE is "Mars/Olympus". Set it to an IANA time zone such as Asia/Tokyo.\n',
  })
  assert.deepEqual([option.code, option.stderr], [2, '--port is "99999". Set it to a whole number from 0 to 65535.\n'])
})
