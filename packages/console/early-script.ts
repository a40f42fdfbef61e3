import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { build, type Plugin, type Rolldown } from 'vite'
import type { FirstFiles } from './src/early.ts'

const folder = import.meta.dirname
const textsModule = /\/src\/locales\/([\w-]+)\/(\w+)\/index\.ts$/
const screenImport = /(\w+): \(\) => import\('\.(\/[\w/-]+\.tsx)'\)/g

/**
 * Puts `src/early.ts` into the page, with the names of the files that it requests. A file of its own would start everything that
 * it requests two round trips later. The styles of the app don't delay the first paint, because nothing but the app waits for
 * them.
 */
export function earlyScript(): Plugin {
  return {
    name: 'early-script',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      async handler(html, { bundle = {} }) {
        const early = await buildScript(listFiles(bundle))
        return {
          // Nothing would be painted before a style sheet of the page has loaded. The app's entry adds them.
          html: html.replaceAll(/\s*<link rel="(?:stylesheet|modulepreload)"[^>]*>/g, ''),
          tags: [{ tag: 'script', children: early, injectTo: 'head' }],
        }
      },
    },
  }
}

function listFiles(bundle: Rolldown.OutputBundle): FirstFiles {
  const names: string[] = []
  const numberOf = (file: string) => {
    const name = file.replace('assets/', '')
    if (!names.includes(name)) names.push(name)
    return names.indexOf(name)
  }
  const chunkOf = (isModule: (id: string) => boolean) => {
    const found = Object.values(bundle).find((one) => one.type === 'chunk' && one.moduleIds.some(isModule))
    if (!found) throw new Error('A module of the first screens is not in the build')
    return found.fileName
  }
  const app = closureOf(
    bundle,
    chunkOf((id) => id.endsWith('/src/start-app.tsx')),
  )
  const screens = [...readFileSync(join(folder, 'src/screen-files.ts'), 'utf8').matchAll(screenImport)].map(
    ([, screen = '', path = '']) => {
      const files = closureOf(
        bundle,
        chunkOf((id) => id.endsWith(`/src${path}`)),
      )
      return [screen, [...files].filter((file) => !app.has(file)).map(numberOf)]
    },
  )
  const texts: Record<string, Record<string, number>> = {}
  for (const chunk of Object.values(bundle)) {
    if (chunk.type !== 'chunk') continue
    for (const id of chunk.moduleIds) {
      const [, language = '', part = ''] = textsModule.exec(id) ?? []
      if (part) texts[part] = { ...texts[part], [language]: numberOf(chunk.fileName) }
    }
  }
  return { names, app: [...app].map(numberOf), screens: Object.fromEntries(screens), texts } as FirstFiles
}

/** A file, all that it imports statically, and their styles. */
function closureOf(bundle: Rolldown.OutputBundle, file: string, files = new Set<string>()): Set<string> {
  const chunk = bundle[file]
  if (chunk?.type !== 'chunk' || files.has(file)) return files
  files.add(file)
  for (const style of chunk.viteMetadata?.importedCss ?? []) files.add(style)
  for (const imported of chunk.imports) closureOf(bundle, imported, files)
  return files
}

async function buildScript(files: FirstFiles): Promise<string> {
  const built = await build({
    configFile: false,
    root: folder,
    logLevel: 'warn',
    define: { __FILES__: JSON.stringify(files) },
    build: {
      write: false,
      target: 'es2022',
      rolldownOptions: { input: join(folder, 'src/early.ts'), output: { format: 'iife' } },
    },
  })
  const [result] = [built].flat()
  const chunk = result && 'output' in result ? result.output[0] : undefined
  if (chunk?.type !== 'chunk' || chunk.code.includes('</')) throw new Error('The early script was not built')
  return chunk.code.trim()
}
