import { encodePng } from './png.ts'

export type Colour = [red: number, green: number, blue: number]

/** Draws shapes, with integer arithmetic where it matters, so that a picture is the same on every machine. */
export type Canvas = {
  width: number
  height: number
  /** From one colour to another, from the row `from` down to the row `to`. */
  gradient(from: number, to: number, top: Colour, bottom: Colour): void
  rectangle(x: number, y: number, width: number, height: number, colour: Colour): void
  disc(x: number, y: number, radius: number, colour: Colour): void
  ellipse(x: number, y: number, radiusX: number, radiusY: number, colour: Colour): void
  /** Upright: the tip is at x, y, the base is `height` below and twice `half` wide. */
  triangle(x: number, y: number, half: number, height: number, colour: Colour): void
  /** Everything below a line, which is given by its height at each x. */
  ground(lineAt: (x: number) => number, colour: Colour): void
  encode(): Buffer
}

/** More steps would not be visible, and a palette has 256 colours in total. */
const bands = 64

/** `background: 'none'`: transparent where nothing is drawn. */
export function createCanvas(width: number, height: number, { background }: { background?: 'none' } = {}): Canvas {
  const pixels = Buffer.alloc(width * height)
  const palette: Colour[] = []
  const known = new Map<string, number>()

  const indexOf = (colour: Colour): number => {
    const name = colour.join()
    const index = known.get(name) ?? palette.push(colour) - 1
    known.set(name, index)
    return index
  }
  const row = (y: number, left: number, right: number, index: number) => {
    if (y < 0 || y >= height) return
    const [from, to] = [Math.max(0, Math.round(left)), Math.min(width, Math.round(right))]
    if (from < to) pixels.fill(index, y * width + from, y * width + to)
  }
  const ellipse: Canvas['ellipse'] = (x, y, radiusX, radiusY, colour) => {
    const index = indexOf(colour)
    for (let line = Math.floor(y - radiusY); line <= y + radiusY; line++) {
      const half = Math.sqrt(Math.max(0, radiusY * radiusY - (line - y) * (line - y))) * (radiusX / radiusY)
      row(line, x - half, x + half, index)
    }
  }
  // The pixels start as the first colour.
  if (background === 'none') palette.push([255, 255, 255])
  return {
    width,
    height,
    gradient(from, to, top, bottom) {
      for (let y = Math.max(0, from); y < Math.min(height, to); y++) {
        const band = Math.floor(((y - from) * bands) / (to - from))
        row(y, 0, width, indexOf(mix(top, bottom, band / (bands - 1))))
      }
    },
    rectangle(x, y, wide, high, colour) {
      const index = indexOf(colour)
      for (let line = Math.round(y); line < y + high; line++) row(line, x, x + wide, index)
    },
    disc: (x, y, radius, colour) => ellipse(x, y, radius, radius, colour),
    ellipse,
    triangle(x, y, half, high, colour) {
      const index = indexOf(colour)
      for (let line = 0; line < high; line++) {
        row(Math.round(y) + line, x - (half * line) / high, x + (half * line) / high, index)
      }
    },
    ground(lineAt, colour) {
      const index = indexOf(colour)
      for (let x = 0; x < width; x++) {
        for (let y = Math.max(0, Math.round(lineAt(x))); y < height; y++) pixels[y * width + x] = index
      }
    },
    encode: () => encodePng({ width, height, palette, pixels, ...(background === 'none' && { transparent: 0 }) }),
  }
}

export function mix(from: Colour, to: Colour, share: number): Colour {
  return from.map((value, index) => Math.round(value + ((to[index] ?? value) - value) * share)) as Colour
}
