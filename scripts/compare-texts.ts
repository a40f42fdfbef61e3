import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

// Prints a Markdown table of every console text at an earlier revision and now, for reviews and translators:
//   npm run --silent compare-texts -- v1.0.0 [en|ja|zh-TW|th] > texts.md

const [revision, language = 'en'] = process.argv.slice(2)
if (revision === undefined) {
  console.error('Name the revision to compare with: npm run --silent compare-texts -- <revision> [en|ja|zh-TW|th]')
  process.exit(2)
}

type Texts = Map<string, string>

/** The folder of the texts and its layout have changed several times. */
const layouts = [
  [
    'first',
    'account',
    'rest',
    'settings',
    'assistant',
    'assistant-parts',
    'service',
    'alerts',
    'exports',
    'imports',
  ].map((part) => `locales/LANGUAGE/${part}/index.ts`),
  ['first', 'rest', 'assistant', 'service'].map((part) => `locales/LANGUAGE/${part}/index.ts`),
  ['first', 'rest', 'service'].map((part) => `locales/LANGUAGE/${part}/index.ts`),
  ['first', 'rest'].map((part) => `locales/LANGUAGE/${part}/index.ts`),
  ['first', 'rest'].map((part) => `words/LANGUAGE/${part}.ts`),
]

const folder = mkdtempSync(join(tmpdir(), 'innkeeper-texts-'))
try {
  printTable(await readTextsOf(revision, folder), await readTexts(join(import.meta.dirname, '..')))
} finally {
  rmSync(folder, { recursive: true })
}

async function readTextsOf(earlier: string, target: string): Promise<Texts> {
  const archive = execFileSync('git', ['archive', '--format=tar', earlier, 'packages/console/src'], {
    maxBuffer: 2 ** 28,
  })
  execFileSync('tar', ['-x', '-C', target], { input: archive })
  return await readTexts(target)
}

async function readTexts(root: string): Promise<Texts> {
  for (const paths of layouts) {
    const load = async (path: string) =>
      (await import(join(root, 'packages/console/src', path.replace('LANGUAGE', language)))) as object
    try {
      const parts = await Promise.all(paths.map(load))
      return new Map(parts.flatMap((part) => [...flatten(part)]))
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ERR_MODULE_NOT_FOUND') throw error
    }
  }
  throw new Error(`There are no texts in the language "${language}". Choose en, ja, zh-TW or th.`)
}

/** What a file of texts exports. */
const bundles = new Set([
  'first',
  'rest',
  'accountTexts',
  'settingsTexts',
  'assistant',
  'assistantParts',
  'service',
  'alerts',
  'exportTexts',
])

function* flatten(texts: object, path: string[] = []): Generator<[key: string, text: string]> {
  for (const [name, value] of Object.entries(texts)) {
    const isBundle = path.length === 0 && bundles.has(name)
    const inner = isBundle ? [] : [...path, name]
    if (typeof value === 'string') yield [inner.join('.'), value]
    else if (isBundle) yield* Object.entries(value).flatMap(([section, one]) => [...flatten(one as object, [section])])
    else yield* flatten(value as object, inner)
  }
}

function printTable(before: Texts, now: Texts): void {
  const withoutSection = (key: string) => key.slice(key.indexOf('.') + 1)
  // A section that was renamed keeps its keys.
  const moved = new Map(
    [...before].filter(([key]) => !now.has(key)).map(([key, text]) => [withoutSection(key), { key, text }]),
  )
  const rows = [...now].map(([key, text]) => {
    const was = before.get(key)
    if (was !== undefined) return { key, was, text }
    const other = moved.get(withoutSection(key))
    moved.delete(withoutSection(key))
    return { key, was: other?.text ?? '', text }
  })
  const gone = [...moved.values()].map(({ key, text }) => ({ key, was: text, text: '' }))
  const cell = (text: string) => text.replaceAll('|', '\\|').replaceAll('\n', ' ')
  const changed = rows.filter(({ was, text }) => was !== text).length
  console.log(`${rows.length} texts, ${changed} changed or new; ${gone.length} removed\n`)
  console.log('| key | before | now |\n|---|---|---|')
  for (const { key, was, text } of [...rows, ...gone]) console.log(`| ${key} | ${cell(was)} | ${cell(text)} |`)
}
