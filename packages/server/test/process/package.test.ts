import assert from 'node:assert/strict'
import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, lstatSync, mkdirSync, readdirSync, readFileSync, statSync, symlinkSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { before, describe, test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { createCaller } from '../support/http/caller.ts'
import { innkeeper, newFolder, serve } from '../support/process/process.ts'

const root = new URL('../../../../', import.meta.url).pathname
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
// As on a machine that has Node and npm, and nothing of this clone.
const [nodeFolder, home] = [newFolder(), newFolder()]
symlinkSync(process.execPath, join(nodeFolder, 'node'))
const env = { PATH: `${nodeFolder}:${withoutClone(process.env.PATH ?? '')}`, HOME: home }

describe('the npm package', () => {
  const target = newFolder()
  const tarball = join(target, `innkeeper-${version}.tgz`)
  before(() => {
    const options = ['--disable-warning=ExperimentalWarning', join(root, 'scripts', 'pack.ts'), '--to', target]
    execFileSync(process.execPath, options, { stdio: ['ignore', 'ignore', 'inherit'] })
  })

  test('contains JavaScript, the console and exact versions, but no TypeScript, test or other package', () => {
    const folder = join(target, 'package')
    const names = listFiles(folder)
    assert.deepEqual(
      names.filter((name) => /\.tsx?$|\.test\.|\.map$/.test(name)),
      [],
    )
    assert.deepEqual(
      [...new Set(names.flatMap((name) => /^node_modules\/([^/]+)/.exec(name)?.[1] ?? []))],
      ['swagger-ui-dist'],
    )
    for (const name of [
      'packages/console/dist/index.html',
      'packages/server/src/main.js',
      'packages/server/src/domain/messages/export/pages/browser/app.js',
      'LICENSE',
      'docs/self-hosting.md',
    ]) {
      assert.ok(names.includes(name), name)
    }
    const { dependencies, devDependencies, scripts } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
    for (const [name, exact] of Object.entries<string>(dependencies)) assert.match(exact, /^\d+\.\d+\.\d+$/, name)
    assert.deepEqual([devDependencies, scripts], [undefined, undefined])
    assertAbout(statSync(tarball).size / 1e6, quoted('README.md', /One file of ([\d.]+) MB/))
    assert.equal(
      quoted('docs/self-hosting.md', /([\d.]+) MB\. Copy it/),
      quoted('README.md', /One file of ([\d.]+) MB/),
    )
  })

  test('says which Node it needs when started with an older one', () => {
    const program = pathToFileURL(join(target, 'package', 'innkeeper.mjs')).href
    const script = `Object.defineProperty(process, 'versions', { value: { node: '22.1.0' } }); await import('${program}')`
    const { status, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', script], { encoding: 'utf8' })
    assert.equal(status, 1)
    assert.match(
      stderr,
      /^Innkeeper needs Node 24 or later, and this is 22\.1\.0 \(.+\)\. Install a current Node from \S+\n$/,
    )
  })

  test('installs into an empty folder, serves, and leaves only its data when uninstalled', async () => {
    const folder = newFolder()
    const npm = (...words: string[]) =>
      execFileSync('npm', [...words, '--prefix', folder, '--no-audit', '--no-fund', '--loglevel=error'], {
        cwd: folder,
        // With this machine's registry, proxy and cache.
        env: { ...process.env, PATH: env.PATH },
        stdio: ['ignore', 'ignore', 'inherit'],
      })
    npm('install', tarball)
    assert.ok(!existsSync(join(folder, 'node_modules', '@scarf')), 'nothing that reports installations')
    const installed = quoted('README.md', /With the packages it needs, it takes (\d+) MB/)
    // Packages of other systems and processors have other sizes.
    if (process.platform === 'linux' && process.arch === 'x64') assertAbout(sizeOf(folder) / 1e6, installed)
    assert.equal(quoted('docs/self-hosting.md', /everything together takes (\d+) MB/), installed)
    const program = join(folder, 'node_modules', '.bin', 'innkeeper')
    const tried = execFileSync('npx', ['--yes', `./innkeeper-${version}.tgz`, '--version'], {
      cwd: target,
      env: { ...process.env, PATH: env.PATH },
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    assert.equal(tried, `${version}\n`, 'without installing it first')
    const dataDir = join(folder, 'data')
    const run = (...words: string[]) => innkeeper(words, { program, env, cwd: folder })

    assert.equal((await run('--version')).stdout, `${version}\n`)
    const service = await serve(dataDir, { program, env, cwd: folder })
    assert.match(service.printed().stdout, new RegExp(`Setup link +${service.url}/setup#\\w+\n`))
    assert.match(service.printed().stdout, /Health check +innkeeper doctor --data/, 'the command as it is called here')
    const anonymous = createCaller(service.url, undefined)
    assert.equal((await anonymous.get('/ready')).body.status, 'ready')
    await assertPage(service.url, '/')
    await assertPage(service.url, '/docs')

    const created = await run('keys', 'create', '--user', 'U1', '--json', '--data', dataDir)
    assert.deepEqual([created.code, created.stderr], [0, ''])
    const caller = createCaller(service.url, `Bearer ${JSON.parse(created.stdout).key}`)
    assert.deepEqual((await caller.get('/api/channels')).body.channels, [])
    const doctor = await run('doctor', '--data', dataDir)
    assert.equal(doctor.code, 0, doctor.stdout)
    const { code, stderr } = await service.stop()
    assert.deepEqual([code, stderr], [0, ''])

    npm('uninstall', 'innkeeper')
    // npm leaves lists without packages, and empty folders.
    const isOurs = (path: string) => !/^(package(-lock)?\.json|node_modules\/\.package-lock\.json|data\/.+)$/.test(path)
    assert.deepEqual(listFiles(folder).filter(isOurs), [])
    assert.deepEqual(
      readdirSync(home).filter((name) => name !== '.npm'),
      [],
      'nothing elsewhere',
    )
    assert.ok(existsSync(join(dataDir, 'innkeeper.db')))
  })

  test('runs the demo', async () => {
    const folder = join(newFolder(), 'package')
    mkdirSync(folder)
    execFileSync('tar', ['xzf', tarball, '-C', dirname(folder)])
    // The packages of this clone, which are the same.
    symlinkSync(join(root, 'node_modules'), join(dirname(folder), 'node_modules'))
    const demo = await serve(newFolder(), { command: 'start', program: join(folder, 'innkeeper.mjs'), env })
    assert.match(demo.printed().stdout, /Innkeeper is running a demo/)
    assert.equal((await createCaller(demo.url, undefined).get('/health')).status, 200)
    assert.equal((await demo.stop()).code, 0)
  })
})

/** A figure of the documentation. */
function quoted(file: string, pattern: RegExp): number {
  const text = readFileSync(join(root, file), 'utf8').replaceAll('\n', ' ')
  const [, figure] = pattern.exec(text) ?? []
  assert.ok(figure !== undefined, `${file} has no ${pattern}`)
  return Number(figure)
}

function assertAbout(mb: number, said: number): void {
  assert.ok(Math.abs(mb - said) <= said / 10, `It's ${mb.toFixed(1)} MB, and the documentation says ${said}`)
}

function sizeOf(folder: string): number {
  return listFiles(folder).reduce((sum, name) => sum + lstatSync(join(folder, name)).size, 0)
}

/** Relative to the folder. */
function listFiles(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name).slice(folder.length + 1))
}

/** A page and the scripts it names load. */
async function assertPage(url: string, path: string): Promise<void> {
  const page = await fetch(url + path)
  assert.equal(page.status, 200, path)
  const scripts = [...(await page.text()).matchAll(/<script[^>]* src="([^"]+)"/g)].map(([, script = '']) => script)
  assert.ok(scripts.length > 0, path)
  for (const script of scripts) assert.equal((await fetch(new URL(script, url + path))).status, 200, script)
}

function withoutClone(path: string): string {
  return path
    .split(':')
    .filter((folder) => !folder.includes('node_modules'))
    .join(':')
}
