import { readdirSync, readFileSync } from 'node:fs'

type StaticFile = { contentType: string; bytes: Buffer }

const folder = new URL('./static/', import.meta.url)
const contentTypes: Record<string, string> = {
  html: 'text/html; charset=utf-8',
  css: 'text/css; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  svg: 'image/svg+xml',
}

/** The page's own files by path, such as `ui/dom.js`. Only listed files can be requested, so no path leads out of the folder. */
export function listStaticFiles(): Map<string, StaticFile> {
  const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  return new Map(
    paths.flatMap((path) => {
      const contentType = contentTypes[path.split('.').at(-1) ?? '']
      return contentType ? [[path, { contentType, bytes: readFileSync(new URL(path, folder)) }] as const] : []
    }),
  )
}
