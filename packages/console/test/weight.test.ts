import assert from 'node:assert/strict'
import { existsSync, readFileSync, statSync } from 'node:fs'
import { it } from 'node:test'
import { fileURLToPath } from 'node:url'
import { planFirstLoad } from '../src/first-load.ts'

const dist = fileURLToPath(new URL('../dist', import.meta.url))

/**
 * What a browser with an empty cache loads to show a page: files, and KB with the compression that browsers use. On a slow phone
 * network, 60 KB take a second. `npm run bench -- first-visit` measures the seconds.
 */
const limits = [
  { page: '/sign-in', requests: 11, kilobytes: 192 },
  { page: '/', requests: 11, kilobytes: 192 },
  { page: '/channels/C1', requests: 30, kilobytes: 250 },
  { page: '/channels/C1/assistant', requests: 52, kilobytes: 355 },
]

/** The modules of the screens that the plan names. */
const modules: Record<string, string> = {
  signIn: 'src/screens/sign-in.tsx',
  channels: 'src/screens/channels.tsx',
  channelFrame: 'src/channels/channel-frame.tsx',
  conversation: 'src/screens/conversation.tsx',
  assistant: 'src/screens/assistant.tsx',
  rules: 'src/assistant/rules/rules.tsx',
}

const path = `${dist}/screens.json`
assert.ok(existsSync(path), 'Build the console first: npm run build')
const filesOf: Record<string, string[]> = JSON.parse(readFileSync(path, 'utf8'))

for (const { page, requests, kilobytes } of limits) {
  it(`${page} loads at most ${requests} files and ${kilobytes} KB before it is shown`, () => {
    const plan = planFirstLoad({ pathname: page, search: '' }, true)
    const wanted = [
      'src/main.ts',
      'src/start-app.tsx',
      ...plan.screens.map((screen) => modules[screen] ?? screen),
      ...plan.texts.map((part) => `src/locales/en/${part}/index.ts`),
    ]
    const files = new Set(
      wanted.flatMap((module) => {
        const found = filesOf[module]
        assert.ok(found, `${module} is not in the build`)
        return found
      }),
    )
    const sum = [...files].reduce((bytes, file) => bytes + sizeOf(file), sizeOf('index.html'))
    const list = [...files].map((file) => `${sizeOf(file)} ${file}`).join('\n')
    assert.ok(files.size + 1 <= requests, `${files.size + 1} requests:\n${list}`)
    assert.ok(sum <= kilobytes * 1000, `${sum} bytes:\n${list}`)
    // Proves that the right files were measured.
    assert.ok(sum > 150_000 && files.size > 4, list)
  })
}

/** As a browser receives it; pictures aren't compressed again. */
function sizeOf(file: string): number {
  return statSync(existsSync(`${dist}/${file}.br`) ? `${dist}/${file}.br` : `${dist}/${file}`).size
}
