import assert from 'node:assert/strict'
import { existsSync, readFileSync, statSync } from 'node:fs'
import { it } from 'node:test'
import { fileURLToPath } from 'node:url'

type Piece = { file: string; imports?: string[] }

const dist = fileURLToPath(new URL('../dist', import.meta.url))
const limitBytes = 250_000

/** The page itself, the texts of one language, and a screen that may be shown first. */
const firstScreens = ['src/screens/sign-in.tsx', 'src/screens/channels.tsx', 'src/screens/account.tsx']

it('loads at most 250 KB of compressed script before a first screen is shown', () => {
  const path = `${dist}/.vite/manifest.json`
  assert.ok(existsSync(path), 'Build the console first: npm run build')
  const pieces: Record<string, Piece> = JSON.parse(readFileSync(path, 'utf8'))
  for (const screen of firstScreens) {
    const files = scriptsOf(pieces, ['index.html', 'src/locales/ja/first/index.ts', screen])
    const weightBytes = files.reduce((sum, file) => sum + statSync(`${dist}/${file}.gz`).size, 0)
    assert.ok(weightBytes <= limitBytes, `${screen}: ${weightBytes} bytes`)
    // Proves that the right files were measured.
    assert.ok(weightBytes > 100_000 && files.length > 3, `${screen}: ${files}`)
  }
})

function scriptsOf(pieces: Record<string, Piece>, names: string[]): string[] {
  const files = new Set<string>()
  const visit = (name: string) => {
    const piece = pieces[name]
    assert.ok(piece, `${name} is not in the build`)
    if (files.has(piece.file)) return
    files.add(piece.file)
    piece.imports?.forEach(visit)
  }
  names.forEach(visit)
  return [...files]
}
