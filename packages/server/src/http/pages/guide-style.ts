/** Nothing but this style: the guide has no scripts and no pictures of others. */
export const guidePolicy =
  "default-src 'none'; style-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

export const guideStyle = `
:root { color-scheme: light dark; --line: light-dark(#d8dcd6, #3a403c); --soft: light-dark(#f2f4f1, #1d211e);
  --link: light-dark(#0b6b3a, #6fd39b); --text: light-dark(#1a1e1b, #e6e9e6); --page: light-dark(#fff, #131614); }
body { margin: 0; background: var(--page); color: var(--text); font: 16px/1.6 system-ui, sans-serif; }
nav { display: flex; flex-wrap: wrap; gap: 0 1.25rem; padding: .5rem 1.25rem; border-bottom: 1px solid var(--line); }
nav a { padding: .6rem 0; text-decoration: none; }
nav a[aria-current] { font-weight: 600; color: inherit; box-shadow: inset 0 -2px var(--link); }
nav a:last-child { margin-left: auto; }
main { max-width: 50rem; margin: 0 auto; padding: 1rem 1.25rem 4rem; overflow-wrap: break-word; }
a { color: var(--link); }
h1, h2, h3 { line-height: 1.25; scroll-margin-top: 1rem; }
h2 { margin-top: 2.5rem; padding-bottom: .3rem; border-bottom: 1px solid var(--line); }
pre { padding: .75rem 1rem; overflow-x: auto; background: var(--soft); border-radius: 8px; line-height: 1.45; }
code { font: .9em ui-monospace, monospace; }
:not(pre) > code { padding: .1em .3em; background: var(--soft); border-radius: 4px; }
.table { overflow-x: auto; }
table { border-collapse: collapse; }
th, td { padding: .4rem .75rem .4rem 0; border-bottom: 1px solid var(--line); text-align: left; vertical-align: top; overflow-wrap: normal; }
@media print { nav { display: none; } }
`
