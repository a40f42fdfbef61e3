import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Marked, type Tokens } from 'marked'

/** The pages of the guide, in the order of their list. Each is `docs/<name>.md`. */
const names = ['self-hosting', 'exporting', 'importing', 'webhooks', 'scaling', 'contract', 'glossary'] as const

const titles: Record<(typeof names)[number], string> = {
  'self-hosting': 'Self-hosting',
  exporting: 'Exporting',
  importing: 'Importing',
  webhooks: 'Webhooks',
  scaling: 'Scaling',
  contract: 'For API callers',
  glossary: 'Glossary',
}

export type Guide = {
  /** The page as HTML; undefined if there is none of this name. */
  find(name: string): Buffer | undefined
}

/** The pages in `docs/`, so that someone who installed a package can read them, too. Each is rendered when it's first opened. */
export function createGuide(folder: string): Guide {
  const rendered = new Map<string, Buffer>()
  return {
    find(name) {
      const known = rendered.get(name)
      if (known || !names.some((one) => one === name)) return known
      const path = join(folder, `${name}.md`)
      if (!existsSync(path)) return undefined
      const page = Buffer.from(frame(name, renderGuide(readFileSync(path, 'utf8'))))
      rendered.set(name, page)
      return page
    },
  }
}

/** Headings get the anchors that GitHub gives them, so the same links work in both places. */
function renderGuide(markdown: string): string {
  const used = new Map<string, number>()
  const marked = new Marked({
    gfm: true,
    renderer: {
      heading({ tokens, depth, text }: Tokens.Heading) {
        const plain = anchorOf(text)
        const count = used.get(plain) ?? 0
        used.set(plain, count + 1)
        const anchor = count === 0 ? plain : `${plain}-${count}`
        return `<h${depth} id="${anchor}">${this.parser.parseInline(tokens)}</h${depth}>\n`
      },
      link({ href, tokens }: Tokens.Link) {
        const text = this.parser.parseInline(tokens)
        const target = targetOf(href)
        return target === undefined ? text : `<a href="${escapeAttribute(target)}">${text}</a>`
      },
      table(table: Tokens.Table) {
        const cells = (row: readonly Tokens.TableCell[], tag: 'th' | 'td') =>
          `<tr>${row.map(({ tokens }) => `<${tag}>${this.parser.parseInline(tokens)}</${tag}>`).join('')}</tr>`
        const body = table.rows.map((row) => cells(row, 'td')).join('\n')
        return `<div class="table" tabindex="0"><table><thead>${cells(table.header, 'th')}</thead><tbody>${body}</tbody></table></div>\n`
      },
      code({ text }: Tokens.Code) {
        return `<pre tabindex="0"><code>${escapeText(text)}\n</code></pre>\n`
      },
    },
  })
  return marked.parse(markdown, { async: false })
}

function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(' ', '-')
}

/** Links to other files of the project lead nowhere here, so only their text remains. */
function targetOf(href: string): string | undefined {
  if (/^(https?:|#)/.test(href)) return href
  const [, name = '', anchor = ''] = /^([\w-]+)\.md(#.*)?$/.exec(href) ?? []
  return names.some((one) => one === name) ? `/guide/${name}${anchor}` : undefined
}

function escapeText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}

function escapeAttribute(text: string): string {
  return escapeText(text).replaceAll('"', '&quot;')
}

function frame(current: string, content: string): string {
  const list = names.map((name) => {
    const mark = name === current ? ' aria-current="page"' : ''
    return `<a href="/guide/${name}"${mark}>${titles[name]}</a>`
  })
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${titles[current as (typeof names)[number]]} – Innkeeper guide</title>
<link rel="icon" href="/pictures/default/1a2b3c4d.svg">
<link rel="stylesheet" href="/guide/guide.css">
</head>
<body>
<nav aria-label="Guide">${list.join('\n')}
<a href="/">Console</a></nav>
<main>
${content}</main>
</body>
</html>
`
}
