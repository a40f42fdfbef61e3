import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
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
    assert.ok(printed.includes(`TELEGRAM_API_BASE_URL=${url} ./innkeeper serve`), printed)
    const me = await fetch(`${url}/bot${printedValue('Token')}/getMe`)
    assert.match(await me.text(), /"can_read_all_group_messages":true/)
    const world = await (await fetch(`${url}/chat/world`)).json()
    assert.match(JSON.stringify(world), /"Flatmates"/)
    child.kill('SIGTERM')
    assert.equal((await once(child, 'exit'))[0], 0)
  } finally {
    child.kill('SIGKILL')
  }
})
