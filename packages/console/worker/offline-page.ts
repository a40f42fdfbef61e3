import type { WorkerTexts } from './texts.ts'

/** A page that needs nothing from the service. It can load and run nothing. */
export function offlinePage(language: string, texts: WorkerTexts['offline']): Response {
  const nonce = crypto.randomUUID()
  return new Response(
    `<!doctype html>
<html lang="${language}">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<meta name="color-scheme" content="light dark">
<title>${texts.title} · Innkeeper</title>
<style nonce="${nonce}">${style}</style>
<main>
<svg width="48" height="48" viewBox="0 0 32 32" aria-hidden="true">${mark}</svg>
<h1>${texts.title}</h1>
<p>${texts.text}</p>
<a href="">${texts.retry}</a>
</main>`,
    {
      status: 503,
      headers: {
        'content-type': 'text/html; charset=utf-8',
        'cache-control': 'no-store',
        'content-security-policy': `default-src 'none'; style-src 'nonce-${nonce}'; base-uri 'none'; form-action 'none'`,
      },
    },
  )
}

const style = `
:root { color-scheme: light dark }
body { margin: 0; background: light-dark(#fff, #242424); color: light-dark(#1c1e21, #c9c9c9) }
body { font: 16px/1.55 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif }
main { min-height: 100dvh; box-sizing: border-box; padding: 24px; display: grid; place-content: center }
main { justify-items: center; text-align: center; gap: 12px }
h1 { margin: 8px 0 0; font-size: 22px; line-height: 1.35 }
p { margin: 0; max-width: 26em; text-wrap: pretty; color: light-dark(#495057, #b8b8b8) }
a { margin-top: 12px; padding: 10px 20px; border-radius: 8px; text-decoration: none }
a { background: light-dark(#1f7a5c, #55c79c); color: light-dark(#f8f9fa, #141414) }
a:focus-visible { outline: 2px solid light-dark(#1f7a5c, #55c79c); outline-offset: 2px }
`

const mark = `<rect width="32" height="32" rx="9" fill="#1f7a5c"/>
<path d="M9 10.5h14a3 3 0 0 1 3 3v6a3 3 0 0 1-3 3h-6l-4.5 4v-4H9a3 3 0 0 1-3-3v-6a3 3 0 0 1 3-3z" fill="#fff"/>
<g fill="#1f7a5c"><circle cx="12" cy="16.5" r="1.6"/><circle cx="16" cy="16.5" r="1.6"/><circle cx="20" cy="16.5" r="1.6"/></g>`
