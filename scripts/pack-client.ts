// Makes the npm package of the client: dist-package/client, and a tarball of it next to that folder. `--to <folder>` writes it elsewhere.
import { execFileSync } from 'node:child_process'
import { cpSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, relative, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { compilePackages, rewriteImports } from './pack/compile.ts'

const root = join(import.meta.dirname, '..')
const source = join(root, 'packages', 'client')
const { values } = parseArgs({ options: { to: { type: 'string', default: join(root, 'dist-package') } } })
const target = resolve(values.to)
const folder = join(target, 'client')
rmSync(folder, { recursive: true, force: true })
mkdirSync(folder, { recursive: true })

const entries = { '.': 'packages/client/src/index', './webhooks': 'packages/client/src/webhooks' }
compilePackages(['contract', 'client'], { from: root, to: folder })
dropUnused(Object.values(entries).map((entry) => join(folder, `${entry}.js`)))
writeTypes()
cpSync(join(source, 'README.md'), join(folder, 'README.md'))
cpSync(join(root, 'LICENSE'), join(folder, 'LICENSE'))
writeFileSync(join(folder, 'package.json'), `${JSON.stringify(describePackage(), null, 2)}\n`)
const packed = execFileSync('npm', ['pack', '--json', '--pack-destination', target], { cwd: folder, encoding: 'utf8' })
const [{ filename }] = JSON.parse(packed)
console.log(join(target, filename))

/** Such as what only the service needs, with the libraries that it uses. */
function dropUnused(wanted: string[]): void {
  const used = new Set<string>()
  for (const path of wanted) {
    if (used.has(path)) continue
    used.add(path)
    const imports = readFileSync(path, 'utf8').matchAll(/^(?:import|export|\}).*['"](\.[^'"]+\.js)['"]/gm)
    wanted.push(...[...imports].map(([, name = '']) => resolve(dirname(path), name)))
  }
  for (const name of globSync('packages/**/*.js', { cwd: folder }))
    if (!used.has(join(folder, name))) rmSync(join(folder, name))
}

/** Beside the JavaScript. The compiler leaves the names of modules as they are in the sources. */
function writeTypes(): void {
  const made = mkdtempSync(join(target, 'types-'))
  const config = join(made, 'tsconfig.json')
  const options = { noEmit: false, declaration: true, emitDeclarationOnly: true, outDir: made, rootDir: root }
  // What is found through `node_modules` gets no types, so the contract is named, before anything that imports it.
  const files = ['packages/contract/src/index', ...Object.values(entries)].map((entry) => join(root, `${entry}.ts`))
  const typeRoots = [join(root, 'node_modules', '@types')]
  writeFileSync(
    config,
    JSON.stringify({
      extends: join(root, 'tsconfig.json'),
      compilerOptions: { ...options, typeRoots },
      files,
      include: [],
    }),
  )
  const compiler = createRequire(import.meta.url).resolve('typescript/bin/tsc')
  execFileSync(process.execPath, [compiler, '--project', config], { stdio: ['ignore', 'inherit', 'inherit'] })
  for (const name of globSync('packages/**/*.d.ts', { cwd: made })) {
    const path = join(root, name.replace(/\.d\.ts$/, '.ts'))
    const text = rewriteImports(readFileSync(join(made, name), 'utf8'), path, root)
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    writeFileSync(join(folder, name), text)
  }
  rmSync(made, { recursive: true, force: true })
}

/** With the libraries that the packed files import, also for their types, in exact versions. */
function describePackage() {
  const { name, version, license } = readPackage('packages/client')
  const known: Record<string, string> = {
    ...readPackage('packages/contract').dependencies,
    ...readPackage('packages/client').dependencies,
  }
  const texts = globSync('packages/**/*.{js,d.ts}', { cwd: folder }).map((one) =>
    readFileSync(join(folder, one), 'utf8'),
  )
  const isUsed = (library: string) =>
    texts.some(
      (text) =>
        text.includes(`from '${library}'`) ||
        text.includes(`from "${library}"`) ||
        text.includes(`import("${library}")`),
    )
  const dependencies = Object.entries(known).filter(([library]) => isUsed(library))
  const exportOf = (entry: string) => ({ types: `./${entry}.d.ts`, default: `./${entry}.js` })
  return {
    name,
    version,
    description: 'A typed client for Innkeeper, a self-hosted assistant and backup for chat groups.',
    license,
    type: 'module',
    sideEffects: false,
    engines: { node: '>=22' },
    exports: Object.fromEntries(Object.entries(entries).map(([path, entry]) => [path, exportOf(entry)])),
    types: `./${relative('.', entries['.'])}.d.ts`,
    dependencies: Object.fromEntries(dependencies.toSorted()),
  }
}

function readPackage(path: string): Record<string, string> & { dependencies: Record<string, string> } {
  return JSON.parse(readFileSync(join(root, path, 'package.json'), 'utf8'))
}
