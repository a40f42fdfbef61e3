// Makes the npm package: dist-package/package, and a tarball of it next to that folder. `--to <folder>` writes it elsewhere.
import { execFileSync } from 'node:child_process'
import { chmodSync, cpSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { compilePackages } from './pack/compile.ts'

const root = join(import.meta.dirname, '..')
/** With the simulators and their sample data, which the demo needs. */
const names = ['contract', 'client', 'testdata', 'simulator-kit', 'simulator', 'simulator-telegram', 'server']

const { values } = parseArgs({ options: { to: { type: 'string', default: join(root, 'dist-package') } } })
const target = resolve(values.to)
const folder = join(target, 'package')
rmSync(folder, { recursive: true, force: true })
mkdirSync(folder, { recursive: true })
compilePackages(names, { from: root, to: folder })
cpSync(join(root, 'packages', 'console', 'dist'), join(folder, 'packages', 'console', 'dist'), { recursive: true })
cpSync(join(root, 'scripts', 'pack', 'innkeeper.mjs'), join(folder, 'innkeeper.mjs'))
chmodSync(join(folder, 'innkeeper.mjs'), 0o755)
for (const name of ['LICENSE', 'README.md', 'CHANGELOG.md']) cpSync(join(root, name), join(folder, name))
// The guide, which the service shows.
for (const name of [
  'self-hosting.md',
  'exporting.md',
  'importing.md',
  'webhooks.md',
  'scaling.md',
  'contract.md',
  'glossary.md',
]) {
  cpSync(join(root, 'docs', name), join(folder, 'docs', name))
}
bundleDocsPage()
writeFileSync(join(folder, 'package.json'), `${JSON.stringify(describePackage(), null, 2)}\n`)
const [{ filename }] = JSON.parse(
  execFileSync('npm', ['pack', '--json', '--pack-destination', target], { cwd: folder, encoding: 'utf8' }),
)
const tarball = join(target, filename)
console.log(`${tarball} (${(statSync(tarball).size / 1e6).toFixed(1)} MB)`)

/** All versions are exact in our packages, and none is in two versions. */
function describePackage() {
  const { name, version, description, license } = readPackage('.')
  const dependencies: Record<string, string> = {}
  for (const one of names) {
    for (const [dependency, exact] of Object.entries(readPackage(`packages/${one}`).dependencies)) {
      if (dependency.startsWith('@innkeeper/')) continue
      if ((dependencies[dependency] ?? exact) !== exact) throw new Error(`${dependency} is needed in two versions.`)
      dependencies[dependency] = exact
    }
  }
  return {
    name,
    version,
    private: true,
    description,
    license,
    type: 'module',
    bin: { innkeeper: 'innkeeper.mjs' },
    engines: { node: '>=24' },
    dependencies: Object.fromEntries(Object.entries(dependencies).toSorted()),
    bundleDependencies: ['swagger-ui-dist'],
  }
}

/**
 * The files of Swagger UI that /docs serves, instead of the package. It weighs 12 MB, and it depends on a program that reports
 * each installation to a company.
 */
function bundleDocsPage(): void {
  const source = join(root, 'node_modules', 'swagger-ui-dist')
  const own = join(folder, 'node_modules', 'swagger-ui-dist')
  const served = ['swagger-ui.css', 'swagger-ui-bundle.js', 'swagger-ui-bundle.js.LICENSE.txt', 'LICENSE', 'NOTICE']
  for (const name of served) cpSync(join(source, name), join(own, name))
  const { name, version, license } = JSON.parse(readFileSync(join(source, 'package.json'), 'utf8'))
  writeFileSync(join(own, 'package.json'), JSON.stringify({ name, version, license }))
}

function readPackage(path: string): Record<string, string> & { dependencies: Record<string, string> } {
  return JSON.parse(readFileSync(join(root, path, 'package.json'), 'utf8'))
}
