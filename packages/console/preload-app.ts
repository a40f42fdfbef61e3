import type { Plugin, Rolldown } from 'vite'

/**
 * Adds hints to the page, so that the browser requests the scripts and styles of the app with the first script instead of after
 * it. What the screen needs is requested by the first script, while these are still on their way. The styles don't delay the first paint, because nothing but the app waits for them.
 */
export function preloadApp(): Plugin {
  return {
    name: 'preload-app',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle = {} }) {
        const { scripts, styles } = filesOf(bundle, '/src/start-app.tsx')
        const link = (attrs: Record<string, string | true>) =>
          ({ tag: 'link', attrs: { ...attrs, crossorigin: true }, injectTo: 'head' }) as const
        return {
          // Nothing would be painted before a style sheet of the page has loaded. The first script adds them.
          html: html.replaceAll(/\s*<link rel="stylesheet"[^>]*>/g, ''),
          tags: [
            ...styles.map((file) => link({ rel: 'preload', as: 'style', href: `/${file}` })),
            ...scripts.map((file) => link({ rel: 'modulepreload', href: `/${file}` })),
          ],
        }
      },
    },
  }
}

/** The file of this module and all that it imports statically, except what the first script loads itself. */
function filesOf(bundle: Rolldown.OutputBundle, module: string): { scripts: string[]; styles: string[] } {
  const chunkOf = (end: string) => {
    const found = Object.values(bundle).find(
      (one) => one.type === 'chunk' && one.moduleIds.some((id) => id.endsWith(end)),
    )
    if (!found) throw new Error(`${end} is not a file of the build`)
    return found.fileName
  }
  const scripts = new Set<string>()
  const styles = new Set<string>()
  const visit = (file: string) => {
    const chunk = bundle[file]
    if (chunk?.type !== 'chunk' || scripts.has(file)) return
    scripts.add(file)
    for (const style of chunk.viteMetadata?.importedCss ?? []) styles.add(style)
    chunk.imports.forEach(visit)
  }
  visit(chunkOf('/index.html'))
  const first = new Set(scripts)
  visit(chunkOf(module))
  return { scripts: [...scripts].filter((file) => !first.has(file)), styles: [...styles] }
}
