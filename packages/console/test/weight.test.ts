import assert from 'node:assert/strict'
import { existsSync, readFileSync, statSync } from 'node:fs'
import { it } from 'node:test'
import { fileURLToPath } from 'node:url'

type Piece = { file: string; imports?: string[] }

const dist = fileURLToPath(new URL('../dist', import.meta.url))
const limitBytes = 250_000

/** The page itself, the words of one language, and the screen one stands at first. */
const firstScreens = ['src/screens/sign-in.tsx', 'src/screens/channels.tsx', 'src/screens/account.tsx']

it('loads at most 250 KB of script before a first screen stands, as it is sent', () => {
  const path = `${dist}/.vite/manifest.json`
  assert.ok(existsSync(path), 'Build the console first: npm run build')
  const pieces: Record<string, Piece> = JSON.parse(readFileSync(path, 'utf8'))
  for (const screen of firstScreens) {
    const files = scriptsOf(pieces, ['index.html', 'src/locales/ja/first/index.ts', screen])
    const weightBytes = files.reduce((sum, file) => sum + statSync(`${dist}/${file}.gz`).size, 0)
    assert.ok(weightBytes <= limitBytes, `${screen}: ${weightBytes} bytes`)
    // Else the measure would be of something else.
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
