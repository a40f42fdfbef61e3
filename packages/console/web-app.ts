import { hash } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { build, type Plugin, type Rolldown } from 'vite'
import { workerTexts } from './worker/texts.ts'

const folder = import.meta.dirname
const versionMark = '__VERSION__'
const icons = ['icon-192', 'icon-512', 'maskable-512'] as const

type IconUrls = Record<(typeof icons)[number], string>

/** Screens that are kept for the next time, with what they import. */
const keptScreens =
  /\/(start-app|channels\/channel-frame|screens\/(sign-in|channels|conversation|search|gallery|assistant|account))\.tsx$/
const screenModule =
  /\/packages\/console\/(src\/(?:start-app|main|screens\/[\w-]+|channels\/channel-frame|locales\/[\w-]+\/\w+\/index)\.tsx?)$/
const languageOf = /\/src\/locales\/([\w-]+)\/(?:first|rest|assistant)\/index\.ts$/

/** What makes the console an app that phones can install: its service worker, and a manifest in each language. */
export function webApp(): Plugin {
  let emitted: string[] = []
  return {
    name: 'web-app',
    apply: 'build',
    buildStart() {
      emitted = icons.map((icon) => {
        const source = readFileSync(join(folder, 'src/ui/app-icons', `${icon}.png`))
        return this.emitFile({ type: 'asset', name: `${icon}.png`, source })
      })
    },
    async writeBundle({ dir = 'dist' }, bundle) {
      const urls = emitted.map((reference) => `/${this.getFileName(reference)}`)
      const iconUrls = Object.fromEntries(icons.map((icon, index) => [icon, urls[index]])) as IconUrls
      const version = versionOf(bundle)
      const page = join(dir, 'index.html')
      writeFileSync(page, readFileSync(page, 'utf8').replaceAll(versionMark, version))
      const shell = {
        version,
        icon: iconUrls['icon-192'],
        ...filesOf(bundle),
      }
      writeFileSync(join(dir, 'service-worker.js'), await buildWorker(shell))
      writeFileSync(join(dir, 'screens.json'), JSON.stringify(screensOf(bundle), null, 2))
      mkdirSync(join(dir, 'manifests'), { recursive: true })
      for (const [language, { description }] of Object.entries(workerTexts)) {
        const manifest = JSON.stringify(manifestIn(language, description, iconUrls))
        writeFileSync(join(dir, 'manifests', `${language}.webmanifest`), manifest)
      }
    },
  }
}

/** The names contain hashes of the files and of the styles they load. */
function versionOf(bundle: Rolldown.OutputBundle): string {
  const names = Object.keys(bundle).filter((name) => name.endsWith('.js'))
  return hash('sha256', names.sort().join('\n'), 'hex').slice(0, 16)
}

function filesOf(bundle: Rolldown.OutputBundle): { files: string[]; texts: Record<string, string[]> } {
  const files = new Set<string>()
  const inLanguage: Record<string, string[]> = {}
  for (const chunk of Object.values(bundle)) {
    if (chunk.type !== 'chunk') continue
    const language = chunk.moduleIds.map((id) => languageOf.exec(id)?.[1]).find((found) => found !== undefined)
    if (language) inLanguage[language] = [...(inLanguage[language] ?? []), `/${chunk.fileName}`]
    if (chunk.isEntry || chunk.moduleIds.some((id) => keptScreens.test(id))) closureOf(bundle, chunk.fileName, files)
  }
  return { files: [...files].map((file) => `/${file}`), texts: inLanguage }
}

/** For the test that limits what each screen loads: its files by the path of its module. */
function screensOf(bundle: Rolldown.OutputBundle): Record<string, string[]> {
  const screens: Record<string, string[]> = {}
  for (const chunk of Object.values(bundle)) {
    if (chunk.type !== 'chunk') continue
    for (const id of chunk.moduleIds) {
      const [, module] = screenModule.exec(id) ?? []
      if (module) screens[module] = [...closureOf(bundle, chunk.fileName)]
    }
  }
  return screens
}

/** A file, all that it imports statically, and their styles. */
function closureOf(bundle: Rolldown.OutputBundle, file: string, files = new Set<string>()): Set<string> {
  const chunk = bundle[file]
  if (chunk?.type !== 'chunk' || files.has(file)) return files
  files.add(file)
  for (const style of chunk.viteMetadata?.importedCss ?? []) files.add(style)
  for (const asset of chunk.viteMetadata?.importedAssets ?? []) files.add(asset)
  for (const imported of chunk.imports) closureOf(bundle, imported, files)
  return files
}

/** In one file, because a service worker that imports others is started later. */
async function buildWorker(shell: object): Promise<string> {
  const built = await build({
    configFile: false,
    root: folder,
    logLevel: 'warn',
    define: { __SHELL__: JSON.stringify(shell) },
    build: {
      write: false,
      target: 'es2022',
      rolldownOptions: { input: join(folder, 'worker/service-worker.ts'), output: { format: 'iife' } },
    },
  })
  const [result] = [built].flat()
  const chunk = result && 'output' in result ? result.output[0] : undefined
  if (chunk?.type !== 'chunk') throw new Error('The service worker was not built')
  return chunk.code
}

/** The colors are those of the page while it loads. */
function manifestIn(language: string, description: string, urls: IconUrls): object {
  const icon = (name: keyof IconUrls, size: number, purpose: string) => ({
    src: urls[name],
    sizes: `${size}x${size}`,
    type: 'image/png',
    purpose,
  })
  return {
    id: '/',
    name: 'Innkeeper',
    short_name: 'Innkeeper',
    description,
    lang: language,
    dir: 'ltr',
    start_url: '/',
    scope: '/',
    display: 'standalone',
    background_color: '#ffffff',
    theme_color: '#ffffff',
    icons: [icon('icon-192', 192, 'any'), icon('icon-512', 512, 'any'), icon('maskable-512', 512, 'maskable')],
  }
}
