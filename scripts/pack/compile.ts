import { cpSync, existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { dirname, join, relative, resolve } from 'node:path'

/**
 * Copies the sources of our packages with TypeScript turned into JavaScript. Every file stays where it is, so paths relative to
 * a file work as before. Node runs no TypeScript below `node_modules`, even without types.
 */
export function compilePackages(names: readonly string[], { from, to }: { from: string; to: string }): void {
  for (const name of names) {
    const folder = join(from, 'packages', name, 'src')
    for (const entry of globSync('**/*', { cwd: folder, withFileTypes: true })) {
      if (!entry.isFile() || /\.d\.ts$|^tsconfig\.json$/.test(entry.name)) continue
      const source = join(entry.parentPath, entry.name)
      const target = join(to, relative(from, source))
      mkdirSync(dirname(target), { recursive: true })
      if (source.endsWith('.ts')) writeFileSync(target.replace(/\.ts$/, '.js'), compile(source, from))
      else cpSync(source, target)
    }
  }
}

/** Types become spaces, so the lines of an error are those of the source. */
function compile(path: string, root: string): string {
  return (
    rewriteImports(stripTypeScriptTypes(readFileSync(path, 'utf8'), { mode: 'strip' }), path, root)
      // What messages and help tell people to run.
      .replaceAll('./innkeeper ', 'innkeeper ')
  )
}

/** Paths of our files, in a text that was made from the source at `path`, become those of the JavaScript. */
export function rewriteImports(text: string, path: string, root: string): string {
  return text.replace(/(['"])((?:\.\.?\/|@innkeeper\/)[^'"\n]+)\1/g, (literal, quote: string, name: string) => {
    const file = name.startsWith('@innkeeper/') ? findEntry(name, root) : resolve(dirname(path), name)
    if (!file?.endsWith('.ts') || !existsSync(file)) return literal
    const relativePath = relative(dirname(path), file).replace(/\.ts$/, '.js')
    return `${quote}${relativePath.startsWith('.') ? relativePath : `./${relativePath}`}${quote}`
  })
}

/** The file that a package of ours exports under this name. */
function findEntry(name: string, root: string): string | undefined {
  const [, short = '', below] = /^@innkeeper\/([^/]+)(\/.+)?$/.exec(name) ?? []
  const folder = join(root, 'packages', short)
  if (!existsSync(join(folder, 'package.json'))) return undefined
  const { exports } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  const entry = typeof exports === 'string' ? exports : exports?.[`.${below ?? ''}`]
  if (entry === undefined) throw new Error(`${name} is not exported by packages/${short}/package.json.`)
  return join(folder, entry)
}
