import { readdirSync, readFileSync } from 'node:fs'

type StaticFile = { contentType: string; bytes: Buffer }

const folder = new URL('./static/', import.meta.url)
const contentTypes: Record<string, string> = {
  html: 'text/html; charset=utf-8',
  css: 'text/css; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  svg: 'image/svg+xml',
}

/** The page's own files by name. Only what lies in the folder can be asked for, so no name leads out of it. */
export function listStaticFiles(): Map<string, StaticFile> {
  const names = readdirSync(folder)
  return new Map(
    names.flatMap((name) => {
      const contentType = contentTypes[name.split('.').at(-1) ?? '']
      return contentType ? [[name, { contentType, bytes: readFileSync(new URL(name, folder)) }] as const] : []
    }),
  )
}
