/** Colours of people, as in the console: light and dark. */
const personColours = [
  ['#b02a37', '#ff8f98'],
  ['#a33c00', '#ffa066'],
  ['#7a5200', '#e8b44f'],
  ['#546300', '#c3cf53'],
  ['#256b2b', '#7fd486'],
  ['#006a55', '#56d1b5'],
  ['#006878', '#5fcce0'],
  ['#0b5fae', '#83bdf7'],
  ['#4353c4', '#a8b2ff'],
  ['#6e40b8', '#c6a5f7'],
  ['#91309b', '#eb97f2'],
  ['#a82a68', '#fb93c0'],
] as const

/** The look of the console, for pages that load nothing. It follows the light or dark setting of the reader's device. */
export const pageStyle = `:root {
  color-scheme: light dark;
  --page: light-dark(#fff, #1f1f1f);
  --text: light-dark(#1c1e21, #d6d6d6);
  --dimmed: light-dark(#495057, #b8b8b8);
  --line: light-dark(#e9ecef, #3b3b3b);
  --bubble: light-dark(#f1f3f5, #2e2e2e);
  --bot: light-dark(#eaf6f0, #223329);
  --accent: light-dark(#196349, #55c79c);
  --brand: #1f7a5c;
  --flash: light-dark(#fff1c2, #4d4425);
  --warn: light-dark(#a33a0a, #ffa066);
  --mark: light-dark(#ffec99, #6b5312);
  font: 15px/22px system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "Hiragino Sans", "Yu Gothic UI", "Noto Sans JP",
    "PingFang TC", "Microsoft JhengHei UI", "Noto Sans TC", "Leelawadee UI", "Noto Sans Thai", sans-serif;
}
:root:lang(zh) {
  font-family: system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "PingFang TC", "Microsoft JhengHei UI", "Noto Sans TC",
    "Hiragino Sans", "Noto Sans JP", "Leelawadee UI", "Noto Sans Thai", sans-serif;
}
:root:lang(ja) { line-break: strict; word-break: auto-phrase; }
* { box-sizing: border-box; }
html { scroll-padding-top: 72px; }
body { margin: 0; color: var(--text); background: var(--page); text-wrap: pretty; overflow-wrap: anywhere; }
a { color: var(--accent); text-underline-offset: 3px; }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
bdi { unicode-bidi: isolate; }
small { font-size: 13px; line-height: 18px; color: var(--dimmed); }
h1, h2, p, ol, ul, dl, dd { margin: 0; }
ol { padding: 0; list-style: none; }
mark { padding-block: 1px; color: inherit; background: var(--mark); border-radius: 3px; }
.icon { flex: none; width: 28px; height: 28px; }
.icon rect { fill: var(--brand); }
.icon path { fill: #fff; }

.bar {
  position: sticky; top: 0; z-index: 2; display: grid; grid-template-columns: 1fr auto 1fr; gap: 12px; align-items: center;
  min-height: 56px; padding: 8px 16px; background: color-mix(in srgb, var(--page) 92%, transparent);
  border-bottom: 1px solid var(--line); backdrop-filter: blur(8px);
}
.bar h1 { font-size: 16px; font-weight: 600; text-align: center; }
.home { display: flex; gap: 10px; align-items: center; min-width: 0; font-weight: 600; color: inherit; text-decoration: none; }
.home span { overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
.end { display: flex; gap: 8px; align-items: center; justify-content: flex-end; min-width: 0; }
.find { flex: 0 1 220px; min-width: 0; }
.find input { width: 100%; padding: 4px 12px; font: inherit; font-size: 14px; color: inherit; background: var(--page); border: 1px solid light-dark(#868e96, #828282); border-radius: 8px; }
.find ::placeholder { color: var(--dimmed); opacity: 1; }
.steps { display: flex; gap: 8px; justify-content: flex-end; }
.steps a, footer > a, button {
  padding: 5px 14px; font: inherit; font-size: 14px; font-weight: 500; color: var(--accent); text-decoration: none; cursor: pointer;
  background: var(--bot); border: 0; border-radius: 8px;
}
footer { display: flex; flex-wrap: wrap; gap: 8px; justify-content: center; padding: 16px 16px 48px; }
.bar + main { max-width: 860px; margin: 0 auto; padding: 12px 0; }
.zone { padding: 4px 16px; font-size: 13px; color: var(--dimmed); text-align: center; }

.day { content-visibility: auto; contain-intrinsic-size: auto 900px; padding-bottom: 8px; }
.day h2 { padding: 20px 16px 8px; font-size: 13px; font-weight: 500; color: var(--dimmed); text-align: center; }
.m { display: flex; gap: 10px; padding: 2px 16px; border-radius: 12px; }
.m.lead { padding-top: 8px; }
.side { flex: none; width: 36px; }
.face {
  display: grid; place-items: center; width: 36px; height: 36px; overflow: hidden; object-fit: cover; font-weight: 600;
  background: var(--line); border-radius: 50%;
}
.face.bot { padding: 6px; background: var(--brand); }
.face.bot path { fill: #fff; }
.col { min-width: 0; max-width: min(85%, 620px); }
.name { overflow: hidden; font-size: 13px; font-weight: 600; text-overflow: ellipsis; white-space: nowrap; }
.row { display: flex; gap: 8px; align-items: flex-end; }
.row > time, .line time { flex: none; font-size: 12px; font-variant-numeric: tabular-nums; color: var(--dimmed); }
.bubble { min-width: 0; padding: 8px 13px; background: var(--bubble); border-radius: 6px 16px 16px 6px; }
.lead .bubble { border-start-start-radius: 16px; }
.bubble.bot { background: var(--bot); }
.bare, .said { min-width: 0; }
.said { display: flex; flex-direction: column; gap: 4px; align-items: flex-start; }
.text { overflow: hidden; white-space: pre-wrap; unicode-bidi: isolate; }
.photo ~ .text, video ~ .text, .album ~ .text, .card ~ .text, audio ~ .text { padding-top: 4px; }
.text b { font-weight: 600; color: var(--accent); }
.quote {
  display: block; margin-bottom: 6px; padding: 3px 10px 4px; overflow: hidden; font-size: 13px; line-height: 18px;
  text-decoration: none; background: color-mix(in srgb, currentcolor 5%, transparent); border-inline-start: 3px solid; border-radius: 6px;
}
a.quote:hover { background: color-mix(in srgb, currentcolor 9%, transparent); }
.quote b, .quote span { display: block; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
.quote span { color: var(--text); }
.quote.gone { font-style: italic; }
.topic { margin: 0 0 2px; font-size: 12px; font-weight: 600; opacity: 0.75; }
.edited { margin-top: 2px; font-size: 12px; line-height: 18px; color: var(--dimmed); }
summary { cursor: pointer; text-decoration: underline dotted; text-underline-offset: 3px; }
.edited li { margin-top: 6px; padding-inline-start: 10px; border-inline-start: 2px solid var(--line); }
.edited .text { font-size: 14px; line-height: 20px; color: var(--text); }
.line { max-width: 560px; margin: 0 auto; padding: 4px 16px; font-size: 13px; line-height: 20px; color: var(--dimmed); text-align: center; border-radius: 8px; }
.gap { font-style: italic; }
.line.missing { margin-block: 8px; padding-block: 8px; font-weight: 600; color: var(--warn); border-block: 1px dashed; border-radius: 0; }
span.missing { font-weight: 600; color: var(--warn); }
:target { background: var(--flash); animation: flash 3s ease-out; }
@keyframes flash { 0%, 60% { box-shadow: 0 0 0 6px var(--flash); } }

.photo { display: block; width: fit-content; max-width: 100%; overflow: hidden; background: var(--line); border-radius: 14px; }
.photo img, video { display: block; max-width: 100%; height: auto; object-fit: cover; }
video { background: #000; border-radius: 14px; object-fit: contain; }
audio { display: block; width: 280px; max-width: 56vw; height: 40px; }
.about { display: block; padding-top: 2px; }
.plain { display: inline-block; padding: 2px 0; font-size: 13px; }
.bubble > .photo { border-radius: 10px; }
.album { display: grid; grid-template-columns: repeat(2, 1fr); gap: 3px; width: 360px; max-width: 100%; overflow: hidden; border-radius: 14px; }
.album.n5 { grid-template-columns: repeat(3, 1fr); }
.album.n3 .tile:first-child { grid-row: span 2; }
.tile { min-width: 0; overflow: hidden; background: var(--line); }
.tile .photo { width: 100%; height: 100%; border-radius: 3px; }
.tile img, .tile video { width: 100%; height: 100%; min-height: 110px; aspect-ratio: 1; object-fit: cover; }
.album.n3 .tile:first-child img { aspect-ratio: auto; }
.tile:target { outline: 4px solid var(--accent); outline-offset: -4px; }
.tile .card { padding: 10px; }
.card { display: flex; gap: 12px; align-items: center; min-width: 180px; max-width: 340px; }
.tile .card { min-width: 0; }
.card::before { flex: none; width: 40px; height: 40px; font-size: 20px; line-height: 40px; text-align: center; content: "📄"; background: color-mix(in srgb, currentcolor 8%, transparent); border-radius: 10px; }
.card.image::before { content: "🖼"; }
.card.video::before { content: "🎞"; }
.card.audio::before { content: "🎤"; }
.card.location::before { content: "📍"; }
.card.sticker::before { content: "🏷"; }
.card > div { min-width: 0; }
.card span, .card small, .card div > a { display: block; font-weight: 500; line-height: 20px; }
.card small { font-weight: 400; }
${personColours.map(([light, dark], index) => `.c${index} { color: light-dark(${light}, ${dark}); }`).join('\n')}

.front { max-width: 860px; margin: 0 auto; padding: 0 20px; }
header.front { display: flex; gap: 14px; align-items: center; padding-top: 36px; padding-bottom: 12px; }
header.front .icon { width: 44px; height: 44px; }
header.front h1 { font-size: 26px; font-weight: 700; line-height: 34px; }
main.front { padding-bottom: 64px; }
.front section { margin-top: 32px; }
.front h2 { margin-bottom: 8px; font-size: 18px; font-weight: 600; line-height: 26px; }
.front ul { padding-inline-start: 20px; }
.front section > ul > li { margin: 4px 0; }
.figures { display: flex; flex-wrap: wrap; gap: 12px; margin-top: 20px; }
.figures div { flex: 1 1 160px; padding: 14px 18px; background: var(--bubble); border-radius: 14px; }
.figures dt { font-size: 13px; color: var(--dimmed); }
.figures dd { font-size: 18px; font-weight: 600; line-height: 26px; }
.months { display: grid; grid-template-columns: repeat(auto-fill, minmax(220px, 1fr)); gap: 12px; }
.months + .months { margin-top: 24px; }
.months li { position: relative; display: flex; flex-direction: column; gap: 2px; padding: 14px 18px 16px; border: 1px solid var(--line); border-radius: 14px; }
.months li:hover { background: var(--bot); }
.months a { font-weight: 600; text-decoration: none; }
.months a::after { position: absolute; inset: 0; content: ""; border-radius: 14px; }
.amount { width: 100%; height: 4px; margin-top: 8px; background: var(--line); border-radius: 2px; }
.amount rect { fill: light-dark(#2c9470, #3fae86); }
#search label { display: block; margin: 8px 0 4px; font-size: 14px; font-weight: 500; }
#search input { width: 100%; padding: 10px 14px; font: inherit; font-size: 16px; color: inherit; background: var(--page); border: 1px solid light-dark(#868e96, #828282); border-radius: 10px; }
#status { min-height: 22px; margin-top: 6px; font-size: 14px; color: var(--dimmed); }
#results li a { display: block; padding: 10px 14px; color: inherit; text-decoration: none; border-radius: 12px; }
#results li a:hover { background: var(--bubble); }
#results small, #results span { display: block; }
#results span { white-space: pre-line; }
.note { font-size: 14px; color: var(--dimmed); }
[hidden] { display: none; }

@media (max-width: 48em) {
  .bar { grid-template-columns: 1fr auto; gap: 4px 12px; padding: 6px 12px; }
  .bar h1 { grid-row: 2; text-align: start; font-size: 14px; font-weight: 500; color: var(--dimmed); }
  .end { display: contents; }
  .find { grid-row: 2; grid-column: 2; }
  .find input { min-width: 150px; font-size: 16px; }
  .m { gap: 8px; padding-inline: 10px; }
  .col { max-width: calc(100% - 44px); }
  .row { gap: 6px; }
}
@media (prefers-reduced-motion: reduce) {
  :target { animation: none; }
}
@media print {
  @page { margin: 14mm 12mm; }
  :root { color-scheme: light; font-size: 10.5pt; line-height: 1.4; }
  .bar { position: static; grid-template-columns: 1fr auto; padding: 0 0 8pt; background: none; backdrop-filter: none; }
  .bar + main, .front { max-width: none; padding-inline: 0; }
  .zone { padding: 6pt 0 0; text-align: start; }
  .steps, .find, footer, #search, #status, #results, #more, audio { display: none; }
  .plain { padding: 0; color: var(--dimmed); text-decoration: none; }
  .day { content-visibility: visible; }
  .day h2 { padding: 12pt 0 4pt; font-weight: 600; text-align: start; break-after: avoid; border-bottom: 1px solid var(--line); }
  .day h2 + .m { break-before: avoid; }
  .m { padding-inline: 0; }
  .m, .line, .months li, .figures div { break-inside: avoid; }
  .line { max-width: none; padding-inline: 46px 0; text-align: start; }
  .col { max-width: 88%; }
  .photo img, video { width: auto; max-height: 6.5cm; }
  .album { width: 9cm; }
  .tile img { width: 100%; min-height: 0; max-height: none; }
  .quote b, .quote span { white-space: normal; }
  summary { text-decoration: none; list-style: none; }
  .bubble, .face, .icon, .amount, .figures div { print-color-adjust: exact; }
  :target { background: none; animation: none; }
}
`
