import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'
import { accountTexts } from '../../src/locales/en/account/index.ts'
import { assistant } from '../../src/locales/en/assistant/index.ts'
import { assistantParts } from '../../src/locales/en/assistant-parts/index.ts'
import { exportTexts } from '../../src/locales/en/exports/index.ts'
import { importTexts } from '../../src/locales/en/imports/index.ts'
import { rest } from '../../src/locales/en/rest/index.ts'
import { settingsTexts } from '../../src/locales/en/settings/index.ts'
import { type Language, languages } from '../../src/locales/language.ts'
import { en, ja, th, zhTW } from '../../src/locales/texts.ts'
import { findMismatches, keysUsedIn, placeholdersIn, type Sentences, sentencesOf, withoutForm } from './sentences.ts'

const source = fileURLToPath(new URL('../../src', import.meta.url))
const english = sentencesOf(en)
const byLanguage: Record<Language, Sentences> = {
  en: english,
  ja: sentencesOf(ja),
  'zh-TW': sentencesOf(zhTW),
  th: sentencesOf(th),
}
const translations = Object.entries(byLanguage).filter(([language]) => language !== 'en')

/** Names, and texts that consist only of placeholders. */
const sameEverywhere = /^(?:Innkeeper|API|CSV|JSON|LINE|Telegram|ID|URL|OK)$|^(?:\{\{\w+\}\}|[\s\d.,·:–—/()%+×“”x-])*$/

describe('the texts of the console', () => {
  it('exist in every language that can be chosen', () => {
    assert.deepEqual(Object.keys(byLanguage).sort(), Object.keys(languages).sort())
  })

  it('have the same keys and placeholders in every language, and are translated', () => {
    for (const [language, sentences] of translations) {
      assert.deepEqual(findMismatches(english, sentences, sameEverywhere), [], language)
    }
  })

  it('are reported if one is missing, has lost a placeholder or was left in English', () => {
    const originals: Sentences = new Map([
      ['a.hello', 'Hello {{name}}'],
      ['a.bye', 'Good bye'],
      ['a.days_one', '{{count}} day'],
      ['a.days_other', '{{count}} days'],
      ['a.brand', 'Innkeeper'],
      ['a.type', 'Send `/link`'],
    ])
    const good: [string, string][] = [
      ['a.hello', 'やあ {{name}}'],
      ['a.bye', 'さようなら'],
      ['a.days_other', '{{count}} 日'],
      ['a.brand', 'Innkeeper'],
      ['a.type', '`/link` と送る'],
    ]
    const mismatches = (...changed: [string, string][]) =>
      findMismatches(originals, new Map([...good, ...changed]), sameEverywhere)
    assert.deepEqual(mismatches(), [])
    assert.deepEqual(findMismatches(originals, new Map(good.slice(1)), sameEverywhere), ['a.hello is missing'])
    assert.deepEqual(mismatches(['a.hello', 'やあ']), ['a.hello has other placeholders'])
    assert.deepEqual(mismatches(['a.type', 'リンクと送る']), ['a.type has other placeholders'])
    assert.deepEqual(mismatches(['a.bye', 'Good bye']), ['a.bye is English'])
    assert.deepEqual(mismatches(['a.bye', ' ']), ['a.bye is empty'])
    assert.deepEqual(mismatches(['a.more', '余分']), ['a.more is not in English'])
  })

  it('are all used, and every key that is used exists', () => {
    const used = keysUsedIn(
      sourceFiles()
        .map((path) => readFileSync(path, 'utf8'))
        .join('\n'),
      Object.keys(en),
    )
    const known = new Set([...english.keys()].map(withoutForm))
    const isUsed = (key: string) => used.some((pattern) => pattern.test(key))
    assert.deepEqual(
      [...known].filter((key) => !isUsed(key)),
      [],
    )
    const names = [...known]
    assert.deepEqual(used.filter((pattern) => !names.some((key) => pattern.test(key))).map(String), [])
  })

  it('are loaded at once for the screens that may be shown first', () => {
    const files = filesReachedFrom(['main.ts', ...firstScreens])
    const used = keysUsedIn(files.map((path) => readFileSync(path, 'utf8')).join('\n'), Object.keys(rest))
    assert.deepEqual(used.map(String), [])
    // Proves that the imports were followed.
    assert.ok(files.some((path) => path.endsWith('shell/account-menu.tsx')))
    assert.ok(!files.some((path) => path.endsWith('channels/channel-frame.tsx')))
  })

  const usedBy = (texts: object, ...files: string[]) =>
    keysUsedIn(files.map((path) => readFileSync(path, 'utf8')).join('\n'), Object.keys(texts)).map(String)
  const screensReached = (...names: string[]) =>
    filesReachedFrom(['main.ts', 'channels/channel-frame.tsx', ...names.map((name) => `screens/${name}.tsx`)])
  const others = ['conversation', 'search', 'gallery', 'members', 'member', 'usage', 'account-data']

  it('are loaded at once for the screens of a channel: those of the assistant, the account and the settings only for them', () => {
    assert.deepEqual(usedBy(assistant, ...screensReached(...others, 'settings')), [])
    assert.notDeepEqual(usedBy(assistant, ...screensReached('assistant')), [])
    const signedIn = others.filter((name) => name !== 'account-data')
    assert.deepEqual(usedBy(accountTexts, ...screensReached(...signedIn, 'sign-in')), [])
    assert.notDeepEqual(usedBy(accountTexts, ...screensReached('account')), [])
    assert.deepEqual(usedBy(settingsTexts, ...screensReached(...others, 'assistant', 'operator')), [])
    assert.notDeepEqual(usedBy(settingsTexts, ...screensReached('settings')), [])
  })

  it('of the assistant’s tools come with what shows them, after its list of rules', () => {
    const atOnce = (entry: string) => filesReachedFrom([entry], false)
    const files = ['screens/assistant.tsx', 'screens/member.tsx'].flatMap(atOnce)
    assert.deepEqual(usedBy(assistantParts, ...files), [])
    const laterFiles = files.flatMap((path) =>
      [...readFileSync(path, 'utf8').matchAll(/^.*\bimport\('(\.[^']+)'\).*$/gm)].map(([line, name = '']) => ({
        line,
        entry: relative(source, join(dirname(path), name)),
      })),
    )
    const needing = laterFiles.filter(({ entry }) => usedBy(assistantParts, ...atOnce(entry)).length > 0)
    assert.deepEqual(
      needing.filter(({ line }) => !/withTexts\(.*'assistantParts'/.test(line)),
      [],
    )
    assert.ok(needing.length > 8, 'control: most parts need them')
  })

  it('of exports are used only by what loads them', () => {
    const files = sourceFiles().filter((path) => {
      const keys = keysUsedIn(readFileSync(path, 'utf8'), Object.keys(exportTexts))
      return keys.length > 0 && !path.includes('/locales/')
    })
    const folders = [
      'exports',
      'screens/export.tsx',
      'conversation/memories',
      'conversation/day-file',
      'conversation/ledger',
      'conversation/calendar',
    ]
    const isKnown = (path: string) => folders.some((folder) => path.startsWith(join(source, folder)))
    assert.deepEqual(
      files.filter((path) => !isKnown(path)),
      [],
    )
    assert.ok(files.length > 5, 'control: some use them')
  })

  it('of imports are used only by their screen', () => {
    const files = sourceFiles().filter((path) => {
      const keys = keysUsedIn(readFileSync(path, 'utf8'), Object.keys(importTexts))
      return keys.length > 0 && !path.includes('/locales/')
    })
    const folder = join(source, 'imports')
    assert.deepEqual(
      files.filter((path) => !path.startsWith(folder)),
      [],
    )
    assert.ok(files.length > 5, 'control: some use them')
  })

  it('are reported if one is unused, or if a key does not exist', () => {
    const used = keysUsedIn(`t('conversation.nowhere'); t(\`shell.nav.\${screen}\`)`, ['conversation', 'shell'])
    assert.ok(used.some((pattern) => pattern.test('conversation.nowhere')))
    assert.ok(used.some((pattern) => pattern.test('shell.nav.search')))
    assert.ok(!used.some((pattern) => pattern.test('shell.name')))
    assert.deepEqual(placeholdersIn('{{b}} and {{a}}'), ['{{a}}', '{{b}}'])
  })
})

const firstScreens = ['screens/sign-in.tsx', 'screens/channels.tsx', 'screens/account.tsx']

/** Follows static imports, and perhaps dynamic ones, except of screens, of which each is loaded for its URL. */
function filesReachedFrom(entries: string[], followsLater = true): string[] {
  const reached = new Set<string>()
  const visit = (path: string) => {
    if (reached.has(path) || !/\.tsx?$/.test(path) || path.startsWith(join(source, 'locales'))) return
    reached.add(path)
    const code = readFileSync(path, 'utf8').replaceAll(/^import type .*$/gm, '')
    const later =
      !followsLater || /(router|screen-files)\.tsx?$/.test(path) ? [] : [...code.matchAll(/import\('(\.[^']+)'\)/g)]
    const atOnce = [...code.matchAll(/^(?:import|\}) ?.*from '(\.[^']+)'$/gm)]
    for (const [, name = ''] of [...atOnce, ...later]) visit(join(dirname(path), name))
  }
  for (const entry of entries) visit(join(source, entry))
  return [...reached]
}

function sourceFiles(): string[] {
  return readdirSync(source, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name) && !/^locales\/(?:en|ja|zh-TW|th)[./]/.test(name))
    .map((name) => join(source, name))
}
