import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { test } from 'node:test'

const packages = new URL('../../../../', import.meta.url)
const sources = ['server/src', 'console/src']

/** Where a platform may be named. Everything else asks the connector for what it is called and what it can do. */
const everywhere = [
  // The settings that each connector needs
  'server/src/config/',
  // The demo starts the simulated platforms
  'server/src/cli/demo/',
  // Histories that the apps saved are recognized by their form
  'server/src/domain/imports/',
  'server/src/cli/data/history-report.ts',
  'server/src/cli/data/imports.ts',
  'console/src/channel/history-formats.ts',
  // Names of settings and formats, and how translators write the names
  'console/src/locales/',
]

const platforms = [
  {
    name: /\bLINE\b|'line'/,
    allowed: [
      ...everywhere,
      'server/src/adapters/line/',
      // The app's own form of a saved chat is a format of exports
      'server/src/domain/messages/export/line-text.ts',
      'server/src/domain/messages/export/export-paths.ts',
      'server/src/cli/data/export.ts',
      // A list of failed deliveries that only LINE offers
      'server/src/cli/data/ledger.ts',
      'console/src/exports/wish.ts',
      // The app is also a browser
      'server/src/domain/accounts/browser-name.ts',
    ],
  },
  { name: /\bTelegram\b|'telegram'/, allowed: [...everywhere, 'server/src/adapters/telegram/'] },
]

for (const { name, allowed } of platforms) {
  test(`only its adapter, settings, the demo, translations and its file format name ${name.source}`, () => {
    const files = sources.flatMap((folder) => globSync(`${folder}/**/*.{ts,tsx,css,html,md,js}`, { cwd: packages }))
    assert.ok(files.length > 500, 'the folders were found')
    const naming = files.filter((file) => name.test(readFileSync(new URL(file, packages), 'utf8')))
    const isAllowed = (file: string) => allowed.some((path) => file.startsWith(path))
    assert.deepEqual(
      naming.filter((file) => !isAllowed(file)),
      [],
    )
    const own = allowed.filter((path) => !everywhere.includes(path))
    assert.deepEqual(
      own.filter((path) => !naming.some((file) => file.startsWith(path))),
      [],
      'every exception is still needed',
    )
  })
}
