import assert from 'node:assert/strict'
import { execFile, spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { promisify } from 'node:util'

const root = new URL('../../../../', import.meta.url).pathname
const readme = readFileSync(`${root}README.md`, 'utf8')
const blocks = [...readme.matchAll(/```sh\n([\s\S]*?)```/g)].map(([, block = '']) => block)
const [twoCommands = '', preparation = '', conversation = ''] = blocks

test('the README names the two commands, and they are there', () => {
  const { scripts } = JSON.parse(readFileSync(`${root}package.json`, 'utf8')) as { scripts: Record<string, string> }
  const commands = [...twoCommands.matchAll(/^npm (\w+)/gm)].map(([, name = '']) => name)
  assert.deepEqual(commands, ['start', 'test'])
  for (const name of commands) assert.ok(scripts[name] && scripts[`pre${name}`], name)
})

test('the first conversation of the README works as it is written', async (context) => {
  const data = mkdtempSync(join(tmpdir(), 'readme-'))
  const port = await freePort()
  const environment = { ...process.env, PORT: String(port), INNKEEPER_DATA: data, INNKEEPER_LOG: 'warn' }
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
  assert.match(output, new RegExp(`Address\\s+http://127.0.0.1:${port}\\n`))
  assert.match(output, new RegExp(`API reference\\s+http://127.0.0.1:${port}/docs\\n`))
  assert.match(output, /Make a key\s+\.\/innkeeper keys create/)

  const curls = conversation.trim().split('\n')
  assert.equal(curls.length, 5)
  const script = `set -e\n${preparation}\n${curls.map((line) => `${line}\necho`).join('\n')}`
    .replaceAll('127.0.0.1:8080', `127.0.0.1:${port}`)
    .replaceAll(/^curl /gm, 'curl --silent --show-error --fail-with-body ')
  const { stdout } = await promisify(execFile)('bash', ['-c', script], { cwd: root, env: environment })
  const answers = stdout
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line))
  const [health, channels, messages, rule, media] = answers
  assert.equal(answers.length, 5, stdout)
  assert.equal(health.status, 'ok')
  assert.equal(channels.channels.length, 1)
  assert.ok(messages.messages.length >= 1, 'there is something to read, whatever the hour')
  assert.equal(rule.answer, 'From 9 to 18.')
  assert.equal(media.items.length, 1)
})

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as { port: number }
  await new Promise((resolve) => server.close(resolve))
  return port
}
