import assert from 'node:assert/strict'
import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { before, test } from 'node:test'
import { newFolder } from '../../support/process/process.ts'

const root = new URL('../../../../../', import.meta.url).pathname
const target = newFolder()
/** A program of someone else, in which the package is installed. */
const program = newFolder()

before(() => {
  const script = join(root, 'scripts', 'pack-client.ts')
  const options = ['--disable-warning=ExperimentalWarning', script, '--to', target]
  execFileSync(process.execPath, options, { stdio: ['ignore', 'ignore', 'inherit'] })
  const installed = join(program, 'node_modules', '@innkeeper', 'client')
  mkdirSync(join(program, 'node_modules', '@innkeeper'), { recursive: true })
  cpSync(join(target, 'client'), installed, { recursive: true })
  for (const name of Object.keys(describe().dependencies))
    symlinkSync(join(root, 'node_modules', name), join(program, 'node_modules', name))
  writeFileSync(join(program, 'package.json'), '{"type":"module"}')
})

function describe() {
  return JSON.parse(readFileSync(join(target, 'client', 'package.json'), 'utf8'))
}

test('the npm package of the client has JavaScript, types, a README and the license, and nothing else', () => {
  const { name, version, dependencies, scripts, private: isPrivate } = describe()
  const tarball = join(target, `innkeeper-client-${version}.tgz`)
  const files = execFileSync('tar', ['-tzf', tarball], { encoding: 'utf8' }).trim().split('\n')
  const others = files.filter((file) => !/^package\/packages\/(client|contract)\/src\/.*\.(js|d\.ts)$/.test(file))
  assert.deepEqual(others.sort(), ['package/LICENSE', 'package/README.md', 'package/package.json'])
  assert.ok(files.length > 30, 'control')
  const without = (ending: string) =>
    files.filter((file) => file.endsWith(ending)).map((file) => file.slice(0, -ending.length))
  assert.ok(
    without('.js').every((file) => files.includes(`${file}.d.ts`)),
    'every file has types',
  )
  assert.deepEqual([name, scripts, isPrivate], ['@innkeeper/client', undefined, undefined])
  assert.deepEqual(Object.keys(dependencies), ['eventsource-parser', 'standardwebhooks', 'typebox'])
  for (const [one, exact] of Object.entries<string>(dependencies)) assert.match(exact, /^\d+\.\d+\.\d+$/, one)
})

test('a program in JavaScript uses it', () => {
  const code = `import { createClient, items, retrying } from '@innkeeper/client'
import { verifyWebhook } from '@innkeeper/client/webhooks'
const client = createClient({ baseUrl: 'https://inn.example', fetch: retrying({ fetch: async () => Response.json({ channels: [] }) }) })
console.log(await client.listChannels(), typeof items, typeof verifyWebhook)`
  writeFileSync(join(program, 'program.js'), code)
  const { stdout, stderr } = spawnSync(process.execPath, ['program.js'], { cwd: program, encoding: 'utf8' })
  assert.equal(stdout.trim(), '{ channels: [] } function function', stderr)
})

test('a program in TypeScript gets its types', () => {
  const code = `import { createClient, items } from '@innkeeper/client'
import { verifyWebhook } from '@innkeeper/client/webhooks'
const client = createClient({ baseUrl: 'https://inn.example' })
for await (const message of items((cursor) => client.listMessages({ channelId: 'C1', ...cursor }), (page) => page.messages)) {
  const at: string = message.timestamp
  console.log(at)
}
const type: 'message.created' | 'other' = verifyWebhook('whsec_', '', {}).type === 'message.created' ? 'message.created' : 'other'
console.log(type)
// @ts-expect-error: the channel is missing
await client.getChannel({})
// @ts-expect-error: no such list
items((cursor) => client.listMessages({ channelId: 'C1', ...cursor }), (page) => page.people)
`
  writeFileSync(join(program, 'program.ts'), code)
  const compiler = createRequire(import.meta.url).resolve('typescript/bin/tsc')
  const options = ['--noEmit', '--strict', '--module', 'nodenext', '--target', 'es2024', '--skipLibCheck', 'program.ts']
  const { status, stdout } = spawnSync(process.execPath, [compiler, ...options], { cwd: program, encoding: 'utf8' })
  assert.equal(status, 0, stdout)
})
