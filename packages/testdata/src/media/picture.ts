import type { Random } from '../random.ts'
import { encodePng } from './png.ts'

const width = 480
const height = 320
const skyBands = 48

/** A landscape: a sky that changes colour, a sun, hills one behind the other, and a house. A few kilobytes. */
export function drawPicture(random: Random): Buffer {
  const pixels = Buffer.alloc(width * height)
  const palette: Colour[] = []
  const colour = (value: Colour) => palette.push(value) - 1

  const [top, bottom] = [pale(random), pale(random)]
  for (let band = 0; band < skyBands; band++) colour(mix(top, bottom, band / (skyBands - 1)))
  for (let y = 0; y < height; y++) pixels.fill(Math.floor((y * skyBands) / height), y * width, (y + 1) * width)

  const sun = { x: random.between(60, 420), y: random.between(40, 120), radius: random.between(18, 36) }
  paint(pixels, colour([255, 236, random.between(120, 200)]), (x, y) => {
    return square(x - sun.x) + square(y - sun.y) <= square(sun.radius)
  })
  for (let hill = 0; hill < 3; hill++) {
    const peak = { x: random.between(40, 440), y: 150 + hill * 45 + random.below(30) }
    const slope = random.between(300, 1200)
    paint(pixels, colour(dark(random)), (x, y) => y >= peak.y + square(x - peak.x) / slope)
  }
  const house = { x: random.between(60, 380), y: 240, size: random.between(24, 44) }
  paint(pixels, colour(pale(random)), (x, y) => {
    return x >= house.x && x < house.x + house.size && y >= house.y && y < house.y + house.size
  })
  paint(pixels, colour([150, random.between(40, 90), 50]), (x, y) => {
    const fromMiddle = Math.abs(x - house.x - house.size / 2)
    return y < house.y && y >= house.y - house.size / 2 + fromMiddle * 0.75
  })
  return encodePng({ width, height, palette, pixels })
}

type Colour = [red: number, green: number, blue: number]

function paint(pixels: Buffer, colour: number, isInside: (x: number, y: number) => boolean): void {
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) if (isInside(x, y)) pixels[y * width + x] = colour
  }
}

function square(value: number): number {
  return value * value
}

function pale(random: Random): Colour {
  return [random.between(150, 250), random.between(150, 250), random.between(170, 255)]
}

function dark(random: Random): Colour {
  return [random.between(20, 110), random.between(70, 150), random.between(40, 110)]
}

function mix(from: Colour, to: Colour, share: number): Colour {
  return from.map((value, index) => Math.round(value + ((to[index] ?? value) - value) * share)) as Colour
}
