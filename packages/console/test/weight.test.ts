import assert from 'node:assert/strict'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { it } from 'node:test'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync, constants } from 'node:zlib'
import { planFirstLoad, type ScreenFile } from '../src/first-load.ts'
import { languages, type TextPart } from '../src/locales/language.ts'
import { screenFiles } from '../src/screen-files.ts'

const dist = fileURLToPath(new URL('../dist', import.meta.url))
const screens = readdirSync(new URL('../src/screens', import.meta.url)).filter((name) => name.endsWith('.tsx'))

/**
 * What a browser with an empty cache loads to show a page: files, KB with the compression that browsers use in the language with the
 * longest texts, and requests to the API. On a slow phone network, 60 KB take a second. `npm run bench -- first-visit` measures the seconds.
 */
const limits: Record<string, { page: string; files: number; kilobytes: number; answers: number }> = {
  'account-data.tsx': { page: '/account/data', files: 18, kilobytes: 185, answers: 3 },
  'account.tsx': { page: '/account', files: 15, kilobytes: 174, answers: 4 },
  'all-search.tsx': { page: '/search', files: 17, kilobytes: 191, answers: 2 },
  'all-usage.tsx': { page: '/usage', files: 16, kilobytes: 187, answers: 2 },
  'assistant.tsx': { page: '/channels/C1/assistant', files: 20, kilobytes: 194, answers: 7 },
  'channels.tsx': { page: '/', files: 9, kilobytes: 158, answers: 2 },
  'conversation.tsx': { page: '/channels/C1', files: 14, kilobytes: 200, answers: 6 },
  'export.tsx': { page: '/channels/C1/export', files: 21, kilobytes: 194, answers: 5 },
  'gallery.tsx': { page: '/channels/C1/gallery', files: 19, kilobytes: 196, answers: 6 },
  'import.tsx': { page: '/channels/C1/import', files: 19, kilobytes: 196, answers: 6 },
  'member.tsx': { page: '/channels/C1/members/U1', files: 13, kilobytes: 169, answers: 6 },
  'members.tsx': { page: '/channels/C1/members', files: 17, kilobytes: 184, answers: 7 },
  'operator.tsx': { page: '/operator', files: 19, kilobytes: 220, answers: 2 },
  'search.tsx': { page: '/channels/C1/search', files: 18, kilobytes: 192, answers: 5 },
  'service-settings.tsx': { page: '/operator/settings', files: 21, kilobytes: 197, answers: 2 },
  'service-setup.tsx': { page: '/operator/setup', files: 18, kilobytes: 205, answers: 2 },
  'settings.tsx': { page: '/channels/C1/settings', files: 23, kilobytes: 196, answers: 5 },
  'setup.tsx': { page: '/setup', files: 18, kilobytes: 192, answers: 0 },
  'sign-in.tsx': { page: '/sign-in', files: 13, kilobytes: 169, answers: 1 },
  'usage.tsx': { page: '/channels/C1/usage', files: 15, kilobytes: 185, answers: 6 },
}

const path = `${dist}/screens.json`
assert.ok(existsSync(path), 'Build the console first: npm run build')
/** The service compresses it for each response. */
const pageSize = brotliCompressSync(readFileSync(`${dist}/index.html`), {
  params: { [constants.BROTLI_PARAM_QUALITY]: 4, [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT },
}).length
const filesOf: Record<string, string[]> = JSON.parse(readFileSync(path, 'utf8'))

it('every screen has a limit', () => {
  assert.deepEqual(Object.keys(limits).sort(), screens.sort())
})

for (const [screen, { page, files: mostFiles, kilobytes, answers }] of Object.entries(limits)) {
  it(`${page} loads at most ${mostFiles} files, ${kilobytes} KB and ${answers} answers before it is shown`, () => {
    const plan = planFirstLoad({ pathname: page, search: '' }, true)
    const modules = plan.screens.map(moduleOf)
    // Otherwise the screen is only requested once the app has started.
    assert.ok(modules.includes(`src/screens/${screen}`), `${page} loads ${modules}`)
    const loads = Object.keys(languages).map((language) => {
      const texts = plan.texts.map((part) => `src/locales/${language}/${folderOf(part)}/index.ts`)
      const files = new Set(['src/main.ts', 'src/start-app.tsx', ...modules, ...texts].flatMap(filesWith))
      return { files, sum: [...files].reduce((bytes, file) => bytes + sizeOf(file), pageSize) }
    })
    const [heaviest] = loads.toSorted((one, other) => other.sum - one.sum)
    assert.ok(heaviest)
    const { files, sum } = heaviest
    const list = [...files].map((file) => `${sizeOf(file)} ${file}`).join('\n')
    assert.ok(files.size + 1 <= mostFiles, `${files.size + 1} files:\n${list}`)
    assert.ok(sum <= kilobytes * 1000, `${sum} bytes:\n${list}`)
    assert.ok(plan.answers.length <= answers, `${plan.answers}`)
    // Proves that the right files were measured.
    assert.ok(sum > 150_000 && files.size > 4, list)
  })
}

function filesWith(module: string): string[] {
  const found = filesOf[module]
  assert.ok(found, `${module} is not in the build`)
  return found
}

/** Folders are in kebab case. */
function folderOf(part: TextPart): string {
  return part.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
}

/** The module that a function of `screen-files.ts` imports. */
function moduleOf(screen: ScreenFile): string {
  const [, path] = /import\(['"]\.\/([^'"]+)['"]\)/.exec(screenFiles[screen].toString()) ?? []
  assert.ok(path, `${screen} is not in a file of its own`)
  return `src/${path}`
}

/** As a browser receives it; pictures aren't compressed again. */
function sizeOf(file: string): number {
  return statSync(existsSync(`${dist}/${file}.br`) ? `${dist}/${file}.br` : `${dist}/${file}`).size
}
