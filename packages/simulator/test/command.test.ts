import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'

const command = fileURLToPath(new URL('../src/command.ts', import.meta.url))

test('runs by itself, with the values that a service needs to connect', async () => {
  const child = spawn(process.execPath, [command, '--port', '0'], { stdio: ['ignore', 'pipe', 'inherit'] })
  try {
    let printed = ''
    for await (const chunk of child.stdout) {
      printed += chunk
      if (/Stop {3}/.test(printed)) break
    }
    const printedValue = (label: string) => new RegExp(`^  ${label} +(\\S+)$`, 'm').exec(printed)?.[1] ?? ''
    const url = printedValue('Chat page')
    assert.ok(printed.includes(`LINE_API_BASE_URL=${url} LINE_DATA_API_BASE_URL=${url} ./innkeeper serve`), printed)
    const headers = { authorization: `Bearer ${printedValue('Channel access token')}` }
    assert.equal((await fetch(`${url}/v2/bot/info`, { headers })).status, 200)
    const body = new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: printedValue('Channel ID'),
      client_secret: printedValue('Channel secret'),
    })
    assert.equal((await fetch(`${url}/oauth2/v3/token`, { method: 'POST', body })).status, 200)
    const world = await (await fetch(`${url}/chat/world`)).json()
    assert.match(JSON.stringify(world), /"Flatmates"/)
    child.kill('SIGTERM')
    assert.equal((await once(child, 'exit'))[0], 0)
  } finally {
    child.kill('SIGKILL')
  }
})

test('a wrong option is named', () => {
  for (const [words, message] of [
    [['--port', 'home'], /^--port is "home"\. Set it to a whole number from 0 to 65535\.\nUsage: npm run simulator/],
    [['--prot', '1'], /--prot/],
  ] as const) {
    const { status, stderr } = spawnSync(process.execPath, [command, ...words], { encoding: 'utf8' })
    assert.equal(status, 2)
    assert.match(stderr, message)
  }
})
