import assert from 'node:assert/strict'
import { execFile, spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { readConfig } from '../../src/config/config.ts'
import { freePort } from './free-port.ts'

const root = new URL('../../../../', import.meta.url).pathname
const readme = readFileSync(`${root}README.md`, 'utf8')
const blocks = [...readme.matchAll(/```sh\n([\s\S]*?)```/g)].map(([, block = '']) => block)
const [twoCommands = '', conversation = '', why = '', keeping = '', withoutClone = ''] = blocks

test('the README names the two commands, and they exist', () => {
  const { scripts } = JSON.parse(readFileSync(`${root}package.json`, 'utf8')) as { scripts: Record<string, string> }
  const commands = [...twoCommands.matchAll(/^npm (\w+)/gm)].map(([, name = '']) => name)
  assert.deepEqual(commands, ['start', 'test'])
  for (const name of commands) assert.ok(scripts[name] && scripts[`pre${name}`], name)
})

test('the first conversation in the README works as written', async (context) => {
  const data = mkdtempSync(join(tmpdir(), 'readme-'))
  const [port, chatPort] = [await freePort(), await freePort()]
  const environment = {
    ...withoutLine(process.env),
    PORT: String(port),
    INNKEEPER_SIMULATOR_PORT: String(chatPort),
    INNKEEPER_DATA: data,
  }
  const service = spawn('npm', ['start'], {
    cwd: root,
    env: environment,
    stdio: ['ignore', 'pipe', 'inherit'],
    detached: true,
  })
  context.after(async () => {
    const ended = new Promise((resolve) => service.once('close', resolve))
    if (service.pid) process.kill(-service.pid, 'SIGTERM')
    await ended
    rmSync(data, { recursive: true, force: true })
  })
  let output = ''
  await new Promise<void>((resolve) => {
    service.stdout.on('data', (chunk) => {
      output += chunk
      if (output.includes('Ctrl+C')) resolve()
    })
  })
  assert.match(output, new RegExp(`Chat page\\s+http://127.0.0.1:${chatPort}\n`))
  assert.match(output, new RegExp(`Console\\s+http://127.0.0.1:${port}\n`))
  assert.match(output, new RegExp(`API reference\\s+http://127.0.0.1:${port}/docs\n`))
  assert.match(output, /Your key\s+ink_\w+\n/)

  const lines = `${conversation}${why}`.trim().split('\n')
  assert.equal(lines.filter((line) => line.startsWith('curl ')).length, 8)
  const script = `set -e\n${lines.map((line) => (line.startsWith('curl ') ? `${line}\necho` : line)).join('\n')}`
    .replaceAll('127.0.0.1:8080', `127.0.0.1:${port}`)
    .replaceAll(' data/demo/key', ` ${data}/demo/key`)
    .replaceAll(/^curl /gm, 'curl --silent --show-error --fail-with-body ')
  const { stdout } = await promisify(execFile)('bash', ['-c', script], { cwd: root, env: environment })
  const answers = stdout
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line))
  const [health, channels, messages, media, rule, explained, replayed, log] = answers
  assert.equal(answers.length, 8, stdout)
  assert.equal(health.status, 'ok')
  assert.equal(channels.channels.length, 1)
  assert.ok(messages.messages.length >= 1, 'there is something to read at any time of day')
  assert.equal(media.items.length, 1)
  assert.equal(rule.answer, 'From 9 to 18.')
  assert.equal(explained.silence, null, 'someone asked, and a rule answers')
  assert.ok(replayed.messages > 0 && replayed.hits > 0, 'the rule would have answered')
  assert.equal(log.sends[0].kind, 'answer')
  assert.equal((await fetch(`http://127.0.0.1:${chatPort}/`)).status, 200)

  const safely = `set -e\n${keeping.replaceAll('/tmp/innkeeper-', `${data}/inn-`)}`
  await promisify(execFile)('bash', ['-c', safely], { cwd: root, env: environment })
  const list = ['channels', 'list', '--json', '--data', `${data}/inn-restored`]
  const restored = await promisify(execFile)(`${root}innkeeper`, list, { env: environment })
  const restoredIds = JSON.parse(restored.stdout).channels.map(({ channelId }: { channelId: string }) => channelId)
  // The key is for one of the two groups.
  assert.equal(restoredIds.length, 2)
  assert.ok(restoredIds.includes(channels.channels[0].channelId))
})

test('the README says how to run Innkeeper without a clone, with the file that is made for it', () => {
  const { version } = JSON.parse(readFileSync(`${root}package.json`, 'utf8')) as { version: string }
  const files = new Set(withoutClone.match(/dist-package\/\S+/g))
  assert.deepEqual(files, new Set([`dist-package/innkeeper-${version}.tgz`]))
  assert.equal(blocks.length, 5, 'each block of commands is tested')
})

test('the addresses in the README are those of a start without settings', () => {
  const { port, simulatorPort } = readConfig({})
  assert.equal(simulatorPort, null)
  const named = new Set([...readme.matchAll(/127\.0\.0\.1:(\d+)/g)].map(([, digits]) => Number(digits)))
  assert.deepEqual(named, new Set([port, port + 1, port + 2]))
})

/** Developers may have LINE set up, but new users don't. */
function withoutLine(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(environment).filter(([name]) => !/^(LINE|INNKEEPER)_/.test(name)))
}
