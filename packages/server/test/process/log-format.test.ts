import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { newFolder, serve } from '../support/process/process.ts'

const program = fileURLToPath(new URL('../../../../innkeeper', import.meta.url))
const readable = /^\S*\d\d:\d\d:\d\d\S* \S*info\S* +opened the stores/m
const json = /\{"level":30,.*"msg":"opened the stores"\}\r?$/m

/** What the service prints in a pseudo-terminal. */
async function printInTerminal(env: Record<string, string>): Promise<string> {
  const { PATH = '', HOME = '' } = process.env
  const command = `exec ${program} serve --port 0 --data ${newFolder()}`
  const child = spawn('script', ['--quiet', '--return', '--command', command, '/dev/null'], {
    env: { PATH, HOME, SHELL: '/bin/sh', ...env },
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  let printed = ''
  for await (const text of child.stdout.setEncoding('utf8')) {
    printed += text
    // The end of the greeting; Ctrl+C as a person would press it.
    if (/Stop +Ctrl\+C/.test(printed) && child.stdin.writable) child.stdin.end('\x03')
  }
  if (child.exitCode === null) await once(child, 'close')
  return printed
}

async function printInPipe(env: Record<string, string>): Promise<string> {
  const service = await serve(newFolder(), { env })
  const { stdout } = await service.stop()
  return stdout
}

const cases: [where: string, print: typeof printInPipe, env: Record<string, string>, form: RegExp, other: RegExp][] = [
  ['in a terminal, the log is text', printInTerminal, { NO_COLOR: '1' }, readable, json],
  ['in a terminal, it is JSON on request', printInTerminal, { INNKEEPER_LOG_FORMAT: 'json' }, json, readable],
  ['in a pipe or a file, it is JSON', printInPipe, {}, json, readable],
  ['in a pipe or a file, it is text on request', printInPipe, { INNKEEPER_LOG_FORMAT: 'text' }, readable, json],
]

for (const [where, print, env, form, other] of cases) {
  test(where, async () => {
    const printed = await print(env)
    assert.match(printed, form)
    assert.doesNotMatch(printed, other)
  })
}
