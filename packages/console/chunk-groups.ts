import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { build, type Rolldown, type UserConfig } from 'vite'
import { type Piece, planFiles } from './chunk-plan.ts'
import { type ScreenFile, screensInChannels } from './src/first-load.ts'

type Chunk = Rolldown.OutputChunk
type Group = Rolldown.CodeSplittingGroup

const screenImport = /(\w+): \(\) => import\('\.(\/[\w/-]+\.tsx)'\)/g

/** What Brotli leaves of scripts and styles, roughly. */
const scriptShare = 0.31
const styleShare = 0.2

/** Most visits begin at these screens. */
const visitsBegin: ReadonlyMap<string, number> = new Map<ScreenFile, number>([
  ['signIn', 3],
  ['channels', 3],
  ['conversation', 3],
])

/** It must not wait for the app. */
const entry: Group = { name: 'first', test: /\/src\/main\.ts|preload-helper|rolldown[/\\]runtime/ }

/** Libraries that are loaded after the screens, each with what it is made of. Nothing of ours is in these files. */
const later: Group[] = [
  { name: 'dragging', test: /\/@hello-pangea\/dnd\// },
  { name: 'floating', test: /\/@floating-ui\/|\/components\/(Popover|ScrollArea|Tooltip)\// },
  { name: 'numbers', test: /\/react-number-format\/|\/components\/NumberInput\// },
  { name: 'choices', test: /\/components\/(Combobox|Select|TagsInput|PillsInput)\// },
  { name: 'dialogs', test: /\/components\/(Modal|Drawer)\// },
  { name: 'menus', test: /\/src\/shell\/(account-menu|channel-switcher|preference-menus|more-tabs)\.tsx/ },
  { name: 'charts', test: /\/(recharts|@mantine\/charts)\// },
  { name: 'dates', test: /\/(dayjs\/dayjs|@mantine\/dates)/ },
  { name: 'shared', minShareCount: 2, entriesAware: true, entriesAwareMergeThreshold: 3_000, test: isCode },
]

/**
 * Decides which modules are in which file. A first build divides them by the screens that need them, which is known only after
 * unused code is gone. As each piece would be a file, `planFiles` puts them together.
 */
export async function planChunks(config: UserConfig): Promise<Group[]> {
  const exact = withPriorities([
    entry,
    { name: 'app', tags: ['$initial'] as const },
    { name: 'exact', entriesAware: true, test: isCode },
  ])
  const chunks = await buildChunks(config, exact)
  const byName = new Map(chunks.map((chunk) => [chunk.fileName, chunk]))
  const pieces = piecesOf(byName)
  const files = planFiles(pieces, visitsBegin).map((keys, index): Group => {
    const inFile = keys.flatMap((key) => byName.get(key) ?? [])
    // With the page, the app would be the page's entry, and its styles would delay the first paint.
    const modules = new Set(inFile.flatMap(({ moduleIds }) => moduleIds.filter((id) => !id.includes('.html'))))
    return { name: nameOf(inFile, index), test: (id) => modules.has(id), includeDependenciesRecursively: false }
  })
  return withPriorities([entry, ...files, ...later])
}

function withPriorities(groups: readonly Group[]): Group[] {
  return groups.map((group, index) => ({ ...group, priority: groups.length - index }))
}

async function buildChunks(config: UserConfig, groups: Group[]): Promise<Chunk[]> {
  // As an entry, so that its imports are known as those of the app.
  const input = ['index.html', 'src/start-app.tsx']
  const output = { codeSplitting: { groups } }
  const built = await build({
    ...config,
    configFile: false,
    root: import.meta.dirname,
    logLevel: 'warn',
    build: { ...config.build, write: false, rolldownOptions: { ...config.build?.rolldownOptions, input, output } },
  })
  const [result] = [built].flat()
  if (!result || !('output' in result)) throw new Error('The first build has no result')
  const styles = new Map(result.output.map((file) => [file.fileName, file.type === 'asset' ? file.source.length : 0]))
  return result.output.flatMap((file) => (file.type === 'chunk' ? [withSize(file, styles)] : []))
}

const sizes = new WeakMap<Chunk, number>()

function withSize(chunk: Chunk, styles: ReadonlyMap<string, number>): Chunk {
  const ofStyles = [...(chunk.viteMetadata?.importedCss ?? [])].reduce((sum, name) => sum + (styles.get(name) ?? 0), 0)
  sizes.set(chunk, chunk.code.length * scriptShare + ofStyles * styleShare)
  return chunk
}

/** The app, and everything else that a screen imports statically. Every screen needs the app. */
function piecesOf(chunks: ReadonlyMap<string, Chunk>): Piece[] {
  const chunkOf = (path: string) => {
    const found = [...chunks.values()].find(({ moduleIds }) => moduleIds.some((id) => id.endsWith(`/src${path}`)))
    if (!found) throw new Error(`${path} is not in the first build`)
    return found.fileName
  }
  const app = chunkOf('/start-app.tsx')
  const first = closureOf(chunks, [chunkOf('/main.ts')])
  const own = new Set<string>()
  const screensOf = new Map<string, Set<string>>()
  for (const [screen, files] of filesOfScreens()) {
    const modules = files.map(chunkOf)
    for (const file of modules) own.add(file)
    for (const file of closureOf(chunks, [app, ...modules])) {
      if (!first.has(file)) screensOf.set(file, (screensOf.get(file) ?? new Set()).add(screen))
    }
  }
  return [...screensOf].map(([key, screens]) => {
    const chunk = chunks.get(key)
    const bytes = (chunk && sizes.get(chunk)) ?? 0
    const isStyled = (chunk?.viteMetadata?.importedCss.size ?? 0) > 0
    return { key, screens, needs: new Set(chunk?.imports), bytes, isStyled, isScreen: own.has(key) }
  })
}

/** The files of each screen. Those of a channel are inside its frame. */
function filesOfScreens(): [screen: string, files: string[]][] {
  const source = readFileSync(join(import.meta.dirname, 'src/screen-files.ts'), 'utf8')
  const pathOf = new Map([...source.matchAll(screenImport)].map(([, screen = '', path = '']) => [screen, path]))
  const frame = pathOf.get('channelFrame') ?? ''
  const framed = new Set<string>(screensInChannels)
  return [...pathOf].map(([screen, path]) => [screen, framed.has(screen) ? [frame, path] : [path]])
}

function closureOf(
  chunks: ReadonlyMap<string, Chunk>,
  files: readonly string[],
  found = new Set<string>(),
): Set<string> {
  for (const file of files) {
    if (found.has(file)) continue
    found.add(file)
    closureOf(chunks, chunks.get(file)?.imports ?? [], found)
  }
  return found
}

/** What follows ~ is left out of the file's name. */
function nameOf(chunks: readonly Chunk[], index: number): string {
  return chunks.some(({ name }) => name === 'app') ? 'app' : `parts~${index}`
}

/** Texts stay in files of their own, one language each. */
function isCode(id: string): boolean {
  return !id.includes('/src/locales/') && !id.includes('/dayjs/locale/')
}
