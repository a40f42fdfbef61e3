import { type Canvas, type Colour, createCanvas, mix } from './canvas.ts'

/** One figure in many moods, which the simulator's chat page draws too. Stickers of real platforms are copyrighted. */
const moods: { fur: Colour; eyes: keyof typeof eyes; mouth: keyof typeof mouths; extra?: keyof typeof extras }[] = [
  { fur: [242, 179, 107], eyes: 'open', mouth: 'smile', extra: 'paw' },
  { fur: [233, 160, 160], eyes: 'closed', mouth: 'smile', extra: 'heart' },
  { fur: [245, 207, 106], eyes: 'closed', mouth: 'open' },
  { fur: [237, 163, 192], eyes: 'hearts', mouth: 'smile' },
  { fur: [143, 199, 163], eyes: 'open', mouth: 'smile', extra: 'badge' },
  { fur: [167, 180, 239], eyes: 'open', mouth: 'open', extra: 'confetti' },
  { fur: [159, 208, 216], eyes: 'wide', mouth: 'round' },
  { fur: [169, 188, 208], eyes: 'open', mouth: 'sad', extra: 'tear' },
  { fur: [229, 143, 120], eyes: 'angry', mouth: 'sad' },
  { fur: [185, 169, 216], eyes: 'shut', mouth: 'flat', extra: 'dots' },
  { fur: [217, 192, 143], eyes: 'aside', mouth: 'flat', extra: 'dots' },
  { fur: [199, 169, 139], eyes: 'closed', mouth: 'smile', extra: 'cup' },
]

const ink: Colour = [58, 47, 42]
const white: Colour = [255, 255, 255]
const rose: Colour = [224, 82, 107]
const green: Colour = [47, 143, 99]

/** Drawn large, on a grid of 120 units, and meant to be scaled down: there is no smoothing. */
const unit = 6
const side = 120

/** A sticker on a transparent background. Numbers beyond the moods start over. */
export function drawSticker(mood: number): Buffer {
  const chosen = moods[mood % moods.length] ?? moods[0]
  if (!chosen) throw new Error('There are no moods')
  const pen = createPen(createCanvas(side * unit, side * unit, { background: 'none' }))
  const { fur } = chosen
  const muzzle = mix(fur, white, 0.55)
  for (const x of [30, 90]) {
    pen.ellipse(x, 34, 15, 15, fur)
    pen.ellipse(x, 34, 7, 7, mix(fur, white, 0.5))
  }
  pen.ellipse(60, 66, 45, 41, fur)
  pen.ellipse(60, 80, 23, 17, muzzle)
  for (const x of [30, 90]) pen.ellipse(x, 76, 7, 7, mix(fur, [232, 116, 106], 0.35))
  pen.ellipse(60, 72, 5, 3.5, ink)
  eyes[chosen.eyes](pen, fur)
  mouths[chosen.mouth](pen, muzzle)
  if (chosen.extra) extras[chosen.extra](pen)
  return pen.encode()
}

type Pen = Pick<Canvas, 'ellipse' | 'rectangle' | 'triangle' | 'encode'>

/** In units of the grid. */
function createPen(canvas: Canvas): Pen {
  return {
    ellipse: (x, y, radiusX, radiusY, colour) =>
      canvas.ellipse(x * unit, y * unit, radiusX * unit, radiusY * unit, colour),
    rectangle: (x, y, width, height, colour) =>
      canvas.rectangle(x * unit, y * unit, width * unit, height * unit, colour),
    triangle: (x, y, half, height, colour) => canvas.triangle(x * unit, y * unit, half * unit, height * unit, colour),
    encode: canvas.encode,
  }
}

const eyeXs = [43, 77]

/** Half of a ring: the upper one if `cover` moves the covering ellipse down, the lower one if it moves it up. */
function arc(
  pen: Pen,
  { x, y, cover, colour }: { x: number; y: number; cover: number; colour: Colour },
  size = 7,
): void {
  pen.ellipse(x, y, size, size * 0.8, ink)
  pen.ellipse(x, y + cover, size, size * 0.8, colour)
}

function heart(pen: Pen, x: number, y: number, size: number): void {
  pen.ellipse(x - 4 * size, y, 5 * size, 5 * size, rose)
  pen.ellipse(x + 4 * size, y, 5 * size, 5 * size, rose)
  for (let row = 0; row < 10; row += 0.5) {
    const half = (9 - row * 0.95) * size
    if (half > 0) pen.rectangle(x - half, y + row * size, half * 2, 0.5 * size, rose)
  }
}

const eyes = {
  open: (pen: Pen) => eachEye(pen, 60, 5, 5),
  wide: (pen: Pen) => eachEye(pen, 58, 7, 7),
  closed: (pen: Pen, fur: Colour) => {
    for (const x of eyeXs) arc(pen, { x, y: 61, cover: 3, colour: fur })
  },
  shut: (pen: Pen, fur: Colour) => {
    for (const x of eyeXs) arc(pen, { x, y: 59, cover: -3, colour: fur })
  },
  hearts: (pen: Pen) => {
    for (const x of eyeXs) heart(pen, x, 56, 0.8)
  },
  angry: (pen: Pen) => {
    eachEye(pen, 62, 4.5, 4.5)
    for (let step = 0; step < 14; step++) {
      pen.rectangle(34 + step, 50 + step * 0.43, 1.5, 3, ink)
      pen.rectangle(85 - step, 50 + step * 0.43, 1.5, 3, ink)
    }
  },
  aside: (pen: Pen) => {
    for (const x of eyeXs) pen.ellipse(x + 4, 57, 5, 5, ink)
    pen.rectangle(36, 46, 14, 3, ink)
  },
}

function eachEye(pen: Pen, y: number, radiusX: number, radiusY: number): void {
  for (const x of eyeXs) {
    pen.ellipse(x, y, radiusX, radiusY, ink)
    pen.ellipse(x + radiusX * 0.4, y - radiusY * 0.4, 1.8, 1.8, white)
  }
}

const mouths = {
  smile: (pen: Pen, muzzle: Colour) => arc(pen, { x: 60, y: 82, cover: -3.5, colour: muzzle }, 10),
  open: (pen: Pen, muzzle: Colour) => {
    pen.ellipse(60, 82, 12, 13, [140, 59, 59])
    pen.ellipse(60, 74, 13, 7, muzzle)
    pen.ellipse(60, 72, 5, 3.5, ink)
  },
  round: (pen: Pen) => pen.ellipse(60, 87, 6, 8, [140, 59, 59]),
  sad: (pen: Pen, muzzle: Colour) => arc(pen, { x: 60, y: 89, cover: 3.5, colour: muzzle }, 9),
  flat: (pen: Pen) => pen.rectangle(52, 84, 16, 3, ink),
}

const extras = {
  paw: (pen: Pen) => pen.ellipse(104, 86, 11, 13, [242, 179, 107]),
  heart: (pen: Pen) => heart(pen, 98, 96, 1.2),
  badge: (pen: Pen) => {
    pen.ellipse(98, 98, 15, 15, green)
    for (let step = 0; step < 6; step++) pen.rectangle(91 + step, 96 + step, 3, 4, white)
    for (let step = 0; step < 11; step++) pen.rectangle(96 + step, 102 - step, 3, 4, white)
  },
  confetti: (pen: Pen) => {
    const spots: [x: number, y: number, colour: Colour][] = [
      [14, 20, rose],
      [58, 8, green],
      [104, 22, [231, 177, 61]],
      [5, 62, [90, 120, 214]],
      [110, 64, rose],
      [20, 104, [231, 177, 61]],
      [98, 106, [90, 120, 214]],
    ]
    for (const [x, y, colour] of spots) pen.rectangle(x, y, 7, 7, colour)
  },
  tear: (pen: Pen) => {
    pen.triangle(86, 66, 5, 10, [90, 167, 224])
    pen.ellipse(86, 78, 5, 5, [90, 167, 224])
  },
  dots: (pen: Pen) => {
    pen.ellipse(94, 25, 3.5, 3.5, ink)
    pen.ellipse(104, 17, 3, 3, ink)
    pen.ellipse(112, 9, 2.2, 2.2, ink)
  },
  cup: (pen: Pen) => {
    pen.rectangle(81, 91, 26, 22, ink)
    pen.rectangle(83, 93, 22, 18, white)
    pen.rectangle(88, 80, 2.5, 8, ink)
    pen.rectangle(97, 80, 2.5, 8, ink)
  },
}
