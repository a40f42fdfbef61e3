import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { readConfig } from '../../src/config/config.ts'
import { settings } from '../../src/config/settings.ts'

const root = new URL('../../../../', import.meta.url).pathname
const read = (path: string) => readFileSync(`${root}${path}`, 'utf8')
const guide = read('docs/scaling.md')
const files = readdirSync(`${root}deploy`)

test('every setting in the scaling guide and its files exists', () => {
  const known = new Set(Object.values(settings).flatMap(({ env, also }: { env: string; also?: string }) => [env, also]))
  for (const path of ['docs/scaling.md', ...files.map((name) => `deploy/${name}`)]) {
    for (const [name] of read(path).matchAll(/\b(INNKEEPER|LINE)_[A-Z][A-Z0-9_]*\b/g)) {
      assert.ok(known.has(name), `${path} names ${name}`)
    }
  }
})

test('the scaling guide lists every file that it comes with, and no other', () => {
  const [, list = ''] = /## Deployment files\n([\s\S]*?)\n## /.exec(guide) ?? []
  const named = [...list.matchAll(/^\| (`[^|]*`) \|/gm)].flatMap(([, cell = '']) =>
    [...cell.matchAll(/`([^`]+)`/g)].map(([, name]) => name),
  )
  // The ignore file belongs to the Dockerfile.
  const there = files.filter((name) => !name.endsWith('.dockerignore'))
  assert.deepEqual(named.toSorted(), there.toSorted())
})

test('every command in the scaling guide exists, with the options that it is given', async () => {
  const lines = [...guide.matchAll(/\.\/innkeeper ([^`\n#]+)/g)].map(([, words = '']) => words.trim())
  assert.ok(lines.length > 5)
  const helps = new Map<string, Promise<string>>()
  for (const line of lines) {
    const [command = ''] = /^[a-z]+(?:-[a-z]+)*(?: (?:create|list|revoke|claim-code|set-owner))?/.exec(line) ?? []
    if (!helps.has(command)) helps.set(command, helpOf(command))
    const help = (await helps.get(command)) ?? ''
    assert.match(help, new RegExp(`Usage: innkeeper ${command}\\b`), line)
    for (const [option] of line.matchAll(/--[a-z-]+/g)) assert.ok(help.includes(option), `./innkeeper ${line}`)
  }
})

test('the sample of settings can be read by a shell, which loses nothing, and its URLs are valid', async () => {
  const path = `${root}deploy/innkeeper.env.example`
  const written = [...read('deploy/innkeeper.env.example').matchAll(/^([A-Z0-9_]+)='(.*)'$/gm)]
  assert.ok(written.length > 6)
  const script = `set -eu; set -a; . "$1"; ${written.map(([, name]) => `printf '%s\\n' "$${name}"`).join('; ')}`
  const { stdout } = await promisify(execFile)('sh', ['-c', script, 'sh', path], { env: {} })
  assert.deepEqual(
    stdout.trimEnd().split('\n'),
    written.map(([, , value]) => value),
  )
  const environment = Object.fromEntries(written.map(([, name, value]) => [name, value]))
  const { databaseUrl, mediaUrl } = readConfig(environment, {})
  assert.equal(mediaUrl?.region, 'eu-1')
  assert.match(databaseUrl ?? '', /sslmode/)
  // The trap it is about: without quotes, the shell drops what follows the first &.
  const bare = await promisify(execFile)('sh', ['-c', 'A=s3://inn-media?endpoint=x&region=eu-1; printf %s "$A"'])
  assert.doesNotMatch(bare.stdout, /region/)
})

test('the image has the Node version that the program is tested with, and image and unit use the flags of the script', () => {
  const { dependencies } = JSON.parse(read('package.json')) as { dependencies: { node: string } }
  const images = [...read('deploy/Dockerfile').matchAll(/^FROM node:(\S+)/gm)].map(([, tag]) => tag)
  assert.deepEqual(new Set(images), new Set([`${dependencies.node}-slim`]))
  const [flags = ''] = /--max-semi-space-size=\d+ --min-semi-space-size=\d+/.exec(read('innkeeper')) ?? []
  assert.notEqual(flags, '')
  for (const name of ['Dockerfile', 'innkeeper@.service']) assert.ok(read(`deploy/${name}`).includes(flags), name)
})

test('the image contains every package of the service', () => {
  const { dependencies } = JSON.parse(read('packages/server/package.json')) as { dependencies: Record<string, string> }
  const own = Object.keys(dependencies).flatMap((name) => /^@innkeeper\/(.*)$/.exec(name)?.[1] ?? [])
  assert.ok(own.length > 1)
  for (const name of [...own, 'server', 'console/dist']) {
    assert.ok(read('deploy/Dockerfile').includes(`/opt/innkeeper/packages/${name} packages/${name}\n`), name)
  }
})

async function helpOf(command: string): Promise<string> {
  const words = [`${root}packages/server/src/main.ts`, ...command.split(' '), '--help']
  return (await promisify(execFile)(process.execPath, words)).stdout
}
