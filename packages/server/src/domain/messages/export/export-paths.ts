/** The folders of an export. Everything below them belongs to it. */
export const exportFolders = [
  'jsonl',
  'csv',
  'txt',
  'md',
  'line',
  'transcript',
  'media',
  'pages',
  'previews',
  'people',
  'search',
] as const

export const exportManifestName = 'manifest.json'
/** Of a part that is downloaded by itself, so that parts can be unpacked into the same folder. */
export const partManifestName = (month: string): string => `manifest-${month}.json`
export const isPartManifest = (name: string): boolean => /^manifest-[+-]?\d{4,6}-\d\d\.json$/.test(name)
/** What is complete of an export that isn't. */
export const exportProgressName = 'manifest.partial.jsonl'

const wholeFiles: ReadonlySet<string> = new Set([
  'index.html',
  'messages.html',
  'app.js',
  'style.css',
  'READ ME FIRST.txt',
])

/**
 * Whether a file of an export can have this path: a manifest may come from elsewhere, and nothing it lists may point outside the
 * folder.
 */
export function isExportPath(path: string): boolean {
  if (wholeFiles.has(path)) return true
  const [folder, name, ...rest] = path.split('/')
  if (rest.length > 0 || name === undefined || !exportFolders.some((one) => one === folder)) return false
  return name !== '' && name !== '.' && name !== '..' && name.length <= 255 && !/[\\\p{Cc}]/u.test(name)
}
