import type { WorkerTexts } from './texts.ts'

/** What the service sent. A service of another version may send what we don't know. */
type Sent =
  | { kind: 'matches'; searches: { name: string; count: number; path: string }[]; more: number }
  | { kind: 'findings'; count: number; path: string }
  | { kind: 'webhook-off'; path: string }
  | { kind: 'test'; path: string }

/** A notification as it is shown. One with the same tag replaces it, and announces itself again. */
export type Notice = { title: string; body: string; tag: string; renotify: boolean; data: { path: string } }

export function composeNotice(given: unknown, language: string, texts: WorkerTexts['notifications']): Notice {
  const sent = given as Sent | null | undefined
  const make = (title: string, body: string, path: string): Notice => {
    return { title, body, tag: `${sent?.kind ?? 'unknown'} ${path}`, renotify: true, data: { path } }
  }
  switch (sent?.kind) {
    case undefined:
      break
    case 'matches': {
      const [first, ...others] = sent.searches
      if (!first) break
      if (others.length === 0) {
        const form = new Intl.PluralRules(language).select(first.count) === 'one' ? 'one' : 'other'
        return make(fill(texts.search, first), fill(texts.messages[form], first), first.path)
      }
      const lines = sent.searches.map((one) => fill(texts.line, one))
      if (sent.more > 0) lines.push(fill(texts.more, { name: '', count: sent.more }))
      return make(texts.searches, lines.join('\n'), '/search')
    }
    case 'findings':
      return make(texts.findings.title, texts.findings.text, sent.path)
    case 'webhook-off':
      return make(texts.webhookOff.title, texts.webhookOff.text, sent.path)
    case 'test':
      return make(texts.test.title, texts.test.text, sent.path)
  }
  return make('Innkeeper', texts.searches, '/')
}

/** Only a page of our own is opened. */
export function pathOf(data: unknown, origin: string): string {
  const path = (data as { path?: unknown } | null)?.path
  const url = typeof path === 'string' ? URL.parse(path, origin) : null
  return url?.origin === origin ? url.href : `${origin}/`
}

/** The name is put in last, so that nothing in it is taken for a place. */
function fill(text: string, { name, count }: { name: string; count: number }): string {
  return text.replace('{count}', `${count}`).replace('{name}', () => name)
}
