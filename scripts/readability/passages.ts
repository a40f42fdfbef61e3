import { globSync, readFileSync } from 'node:fs'
import { en } from '../../packages/console/src/locales/texts.ts'
import { openapiDocument } from '../../packages/contract/src/openapi.ts'
import { english as lineSetup } from '../../packages/server/src/adapters/line/setup/texts/en.ts'
import { createCliDeps } from '../../packages/server/src/app/cli-deps.ts'
import { createProgram } from '../../packages/server/src/cli/command-line.ts'
import { settings } from '../../packages/server/src/config/settings.ts'
import { english } from '../../packages/server/src/domain/platforms/bot-texts/en.ts'
import { spokenByCode } from './code-passages.ts'
import type { Passage } from './rules.ts'

const root = new URL('../../', import.meta.url).pathname

/** Everything a person reads in English: console, bot, API reference, settings, command help, errors, logs and docs. */
export function collectPassages(): Passage[] {
  return [
    ...textsIn(en, 'console'),
    ...textsIn(english, 'bot'),
    ...textsIn(lineSetup, 'LINE setup'),
    ...describedIn(openapiDocument({ version: '0', baseUrl: 'http://127.0.0.1' }), 'openapi'),
    ...Object.values(settings).map(({ env, comment }) => passage(`setting ${env}`, comment)),
    ...helpOf(createProgram(createCliDeps({}), { code: 0 }), 'innkeeper'),
    ...spokenByCode(),
    ...globSync(['*.md', 'docs/**/*.md', 'packages/*/README.md'], { cwd: root }).flatMap((path) =>
      markdownPassages(readFileSync(root + path, 'utf8'), path),
    ),
    ...globSync('deploy/*', { cwd: root }).flatMap((path) => commentPassages(readFileSync(root + path, 'utf8'), path)),
  ]
}

/** A text without a full stop is a label. */
function passage(where: string, text: string): Passage {
  return { where, text, isLabel: !/[.!?:…]$/.test(text.trim()) && text.length < 60 }
}

function textsIn(value: unknown, where: string): Passage[] {
  if (typeof value === 'string') return [passage(where, value)]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, inner]) => textsIn(inner, `${where}.${key}`))
}

function describedIn(value: unknown, where: string): Passage[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, inner]) => {
    const isText = (key === 'description' || key === 'summary') && typeof inner === 'string'
    return isText ? markdownPassages(inner, `${where} ${key}`) : describedIn(inner, `${where}/${key}`)
  })
}

function helpOf(command: ReturnType<typeof createProgram>, name: string): Passage[] {
  return [
    passage(`${name} --help`, command.description()),
    ...command.options.map(({ long, description }) => passage(`${name} ${long}`, description)),
    ...command.commands.flatMap((child) => helpOf(child, `${name} ${child.name()}`)),
  ]
}

/** Comments of configuration files, a line at the top or several in a row at a time, and summaries of alerts. */
export function commentPassages(file: string, where: string): Passage[] {
  const lines = file.split('\n').map((line) => /^\s*(?:#(?!!)|summary:) ?(.*)$/.exec(line)?.[1] ?? '')
  return lines
    .join('\n')
    .split(/\n{2,}/)
    .map((text) => text.replaceAll('\n', ' ').trim())
    .filter(Boolean)
    .map((text) => ({ where, text, isLabel: false }))
}

/** Paragraphs, list items, table cells and headings, without code. */
export function markdownPassages(markdown: string, where: string): Passage[] {
  const plain = markdown
    .replaceAll(/^ *```[^\n]*\n[\s\S]*?^ *```$/gm, '\n')
    .replaceAll(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll(/<https?:[^>]*>/g, 'X')
    .replaceAll(/`[^`\n]*`/g, '`x`')
    .replaceAll(/\*\*?|__/g, '')
  const blocks = plain.split(/\n\s*\n|\n(?=\s*(?:[-*] |\d+\. |\||#))/)
  return blocks.flatMap((block): Passage[] => {
    const line = block.replaceAll(/\s+/g, ' ').trim()
    if (line === '' || /^\|[\s|:-]*$/.test(line)) return []
    if (line.startsWith('#')) return [{ where, text: line.replace(/^#+ (\d+\. )?/, ''), isLabel: true }]
    if (line.startsWith('|')) {
      const cells = line.split('|').map((cell) => cell.trim())
      return cells.filter(Boolean).map((text) => ({ where, text, isLabel: false }))
    }
    return [{ where, text: line.replace(/^(?:[-*]|\d+\.) /, ''), isLabel: false }]
  })
}
