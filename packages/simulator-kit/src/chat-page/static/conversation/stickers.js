import { hash, svg } from '../ui/dom.js'

/** Our own stickers: one figure in many moods. Those of platforms are copyrighted and can't be shown. */
const packageId = '1000001'

const moods = [
  { name: 'hello', fur: '#f2b36b', eyes: 'open', mouth: 'smile', extra: 'wave' },
  { name: 'thanks', fur: '#e9a0a0', eyes: 'closed', mouth: 'smile', extra: 'heart' },
  { name: 'laugh', fur: '#f5cf6a', eyes: 'closed', mouth: 'open', extra: 'none' },
  { name: 'love', fur: '#eda3c0', eyes: 'hearts', mouth: 'smile', extra: 'none' },
  { name: 'ok', fur: '#8fc7a3', eyes: 'open', mouth: 'smile', extra: 'check' },
  { name: 'party', fur: '#a7b4ef', eyes: 'open', mouth: 'open', extra: 'confetti' },
  { name: 'surprised', fur: '#9fd0d8', eyes: 'wide', mouth: 'round', extra: 'none' },
  { name: 'sad', fur: '#a9bcd0', eyes: 'open', mouth: 'sad', extra: 'tear' },
  { name: 'angry', fur: '#e58f78', eyes: 'angry', mouth: 'sad', extra: 'none' },
  { name: 'sleepy', fur: '#b9a9d8', eyes: 'shut', mouth: 'flat', extra: 'zzz' },
  { name: 'thinking', fur: '#d9c08f', eyes: 'aside', mouth: 'flat', extra: 'dots' },
  { name: 'tea', fur: '#c7a98b', eyes: 'closed', mouth: 'smile', extra: 'cup' },
]

export function listStickers() {
  return moods.map(({ name }, index) => ({ packageId, stickerId: String(index + 1), keyword: name }))
}

export function stickerName({ packageId: pack, stickerId, keywords = [] }) {
  return keywords[0] ?? moodOf(pack, stickerId).name
}

/** Other stickers are mapped to a mood by their number. */
function moodOf(pack, stickerId) {
  const index = pack === packageId ? Number(stickerId) - 1 : hash(stickerId) % moods.length
  return moods[index] ?? moods[0]
}

export function drawSticker({ packageId: pack, stickerId }) {
  const { name, fur, eyes, mouth, extra } = moodOf(pack, stickerId)
  const ears = [
    svg('circle', { cx: 30, cy: 34, r: 15, fill: fur }),
    svg('circle', { cx: 90, cy: 34, r: 15, fill: fur }),
    svg('circle', { cx: 30, cy: 34, r: 7, fill: '#fff', opacity: 0.5 }),
    svg('circle', { cx: 90, cy: 34, r: 7, fill: '#fff', opacity: 0.5 }),
  ]
  const face = [
    svg('ellipse', { cx: 60, cy: 66, rx: 45, ry: 41, fill: fur }),
    svg('ellipse', { cx: 60, cy: 80, rx: 23, ry: 17, fill: '#fff', opacity: 0.55 }),
    svg('circle', { cx: 30, cy: 76, r: 7, fill: '#e8746a', opacity: 0.35 }),
    svg('circle', { cx: 90, cy: 76, r: 7, fill: '#e8746a', opacity: 0.35 }),
    svg('ellipse', { cx: 60, cy: 72, rx: 5, ry: 3.5, fill: ink }),
  ]
  const parts = [...ears, ...face, ...eyeShapes[eyes](), ...mouthShapes[mouth](), ...extraShapes[extra]()]
  return svg(
    'svg',
    { class: 'sticker', viewBox: '0 0 120 120', role: 'img', 'aria-label': `Sticker: ${name}` },
    ...parts,
  )
}

const ink = '#3a2f2a'
const stroke = (d, more = {}) =>
  svg('path', { d, fill: 'none', stroke: ink, 'stroke-width': 3.5, 'stroke-linecap': 'round', ...more })
const dot = (cx, cy, r) => svg('circle', { cx, cy, r, fill: ink })
const shine = (cx, cy) => svg('circle', { cx, cy, r: 1.8, fill: '#fff' })
const heart = (x, y, size, fill = '#e0526b') =>
  svg('path', {
    d: 'M0 -2C-3 -9 -13 -7 -11 1 -9 7 0 12 0 12 0 12 9 7 11 1 13 -7 3 -9 0 -2z',
    transform: `translate(${x} ${y}) scale(${size})`,
    fill,
  })

const eyeShapes = {
  open: () => [dot(43, 60, 5), dot(77, 60, 5), shine(45, 58), shine(79, 58)],
  wide: () => [dot(43, 58, 7), dot(77, 58, 7), shine(46, 55), shine(80, 55)],
  closed: () => [stroke('M36 62q7 -8 14 0'), stroke('M70 62q7 -8 14 0')],
  shut: () => [stroke('M36 60q7 6 14 0'), stroke('M70 60q7 6 14 0')],
  hearts: () => [heart(43, 57, 0.75), heart(77, 57, 0.75)],
  angry: () => [dot(44, 62, 4.5), dot(76, 62, 4.5), stroke('M34 50l14 6'), stroke('M86 50l-14 6')],
  aside: () => [dot(47, 57, 5), dot(81, 57, 5), stroke('M36 47q7 -5 13 -1')],
}

const mouthShapes = {
  smile: () => [stroke('M50 81q10 10 20 0')],
  open: () => [
    svg('path', { d: 'M48 80h24q-2 16 -12 16t-12 -16z', fill: '#8c3b3b', stroke: ink, 'stroke-width': 2.5 }),
  ],
  round: () => [svg('ellipse', { cx: 60, cy: 87, rx: 6, ry: 8, fill: '#8c3b3b' })],
  sad: () => [stroke('M50 89q10 -9 20 0')],
  flat: () => [stroke('M52 85h16')],
}

const extraShapes = {
  none: () => [],
  wave: () => [
    svg('ellipse', { cx: 103, cy: 84, rx: 11, ry: 13, fill: '#f2b36b', transform: 'rotate(24 103 84)' }),
    stroke('M112 62q5 3 5 9', { 'stroke-width': 2.5 }),
    stroke('M104 60q3 -3 7 -2', { 'stroke-width': 2.5 }),
  ],
  heart: () => [heart(98, 98, 1.15)],
  check: () => [
    svg('circle', { cx: 98, cy: 98, r: 15, fill: '#2f8f63' }),
    svg('path', { d: 'M91 98l5 6 10 -11', fill: 'none', stroke: '#fff', 'stroke-width': 4, 'stroke-linecap': 'round' }),
  ],
  confetti: () =>
    [
      [14, 20, '#e0526b'],
      [60, 10, '#2f8f63'],
      [106, 22, '#e7b13d'],
      [8, 62, '#5a78d6'],
      [112, 64, '#e0526b'],
      [20, 104, '#e7b13d'],
      [100, 106, '#5a78d6'],
    ].map(([x, y, fill]) =>
      svg('rect', { x, y, width: 7, height: 7, rx: 2, fill, transform: `rotate(${x} ${x} ${y})` }),
    ),
  tear: () => [svg('path', { d: 'M84 68q7 10 0 14 -7 -4 0 -14z', fill: '#5aa7e0' })],
  zzz: () => [
    stroke('M92 30h10l-10 11h10', { 'stroke-width': 3 }),
    stroke('M106 12h8l-8 9h8', { 'stroke-width': 2.5 }),
  ],
  dots: () => [dot(96, 24, 3.5), dot(106, 17, 3), dot(114, 9, 2.2)],
  cup: () => [
    svg('path', { d: 'M82 92h24l-3 20h-18z', fill: '#fff', stroke: ink, 'stroke-width': 2.5 }),
    stroke('M106 96q9 1 6 8t-9 4', { 'stroke-width': 2.5 }),
    stroke('M90 86q-4 -5 0 -9', { 'stroke-width': 2.5 }),
    stroke('M98 86q-4 -5 0 -9', { 'stroke-width': 2.5 }),
  ],
}
