// Writes packages/console/src/ui/icons: one file for each icon that the console imports, from the package of Tabler's icons.
// That package weighs 50 MB and we use a hundredth of it, so it's fetched for this run only. Run it after importing a new icon.
import { execFileSync } from 'node:child_process'
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const release = '3.51.0'
const source = join(import.meta.dirname, '..', 'packages', 'console', 'src')
const target = join(source, 'ui', 'icons')
/** Written by hand. */
const ours = ['create-icon.tsx', 'LICENSE']

/** First line of every file this writes. */
const origin = `// From Tabler's icons ${release} (MIT, see LICENSE), by npm run icons.\n`

type Nodes = Record<string, [tag: string, attributes: Record<string, string>][]>
type Found = { file: string; style: 'outline' | 'filled'; paths: string[] }

const scratch = mkdtempSync(join(tmpdir(), 'innkeeper-icons-'))
try {
  execFileSync('npm', ['install', '--prefix', scratch, '--ignore-scripts', '--no-audit', `@tabler/icons@${release}`], {
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const from = join(scratch, 'node_modules', '@tabler', 'icons')
  const read = (name: string): Nodes => JSON.parse(readFileSync(join(from, name), 'utf8'))
  const known = new Map([
    ...listIcons(read('tabler-nodes-outline.json'), 'outline'),
    ...listIcons(read('tabler-nodes-filled.json'), 'filled'),
  ])
  writeIcons(known, readFileSync(join(from, 'LICENSE'), 'utf8'))
} finally {
  rmSync(scratch, { recursive: true })
}

function listIcons(nodes: Nodes, style: Found['style']): [string, Found][] {
  return Object.entries(nodes).map(([name, elements]) => {
    const file = style === 'filled' ? `${name}-filled` : name
    const pascal = file.replace(/(^|-)(\w)/g, (_, __, letter: string) => letter.toUpperCase())
    return [`Icon${pascal}`, { file, style, paths: elements.map(([, { d = '' }]) => d) }]
  })
}

function writeIcons(known: Map<string, Found>, license: string): void {
  const used = listUsed()
  const unknown = used.filter((name) => !known.has(name))
  if (unknown.length > 0)
    throw new Error(`Tabler's icons ${release} don't include ${unknown.join(', ')}. See tabler.io/icons.`)
  for (const name of globSync('*', { cwd: target })) if (!ours.includes(name)) rmSync(join(target, name))
  const exported = used.flatMap((name) => {
    const { file, style, paths } = known.get(name) as Found
    const data = paths.map((path) => `  '${path}',\n`).join('')
    writeFileSync(
      join(target, `${file}.ts`),
      `${origin}import { createIcon } from './create-icon.tsx'\n\n` +
        `export const ${name} = /* @__PURE__ */ createIcon(\n  '${style}',\n${data})\n`,
    )
    return `export { ${name} } from './${file}.ts'\n`
  })
  writeFileSync(join(target, 'icons.ts'), `${origin}${exported.join('')}`)
  writeFileSync(join(target, 'LICENSE'), license)
  execFileSync('npx', ['biome', 'check', '--write', target], { stdio: 'inherit' })
}

/** The names of icons that files of the console import from icons.ts. */
function listUsed(): string[] {
  const names = globSync('**/*.{ts,tsx}', { cwd: source }).flatMap((file) => {
    const text = readFileSync(join(source, file), 'utf8')
    return [...text.matchAll(/import \{([^}]*)\} from '[^']*\/icons\/icons\.ts'/g)].flatMap(
      ([, list = '']) => list.match(/\bIcon\w+/g) ?? [],
    )
  })
  return [...new Set(names)].sort()
}
