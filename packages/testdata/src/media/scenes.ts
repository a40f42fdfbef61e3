import type { Random } from '../random.ts'
import { type Canvas, type Colour, mix } from './canvas.ts'

type Light = { top: Colour; bottom: Colour; sun: Colour; land: Colour }

const days: Light[] = [
  { top: [96, 165, 226], bottom: [222, 240, 250], sun: [255, 246, 205], land: [62, 124, 78] },
  { top: [255, 168, 130], bottom: [255, 226, 186], sun: [255, 250, 222], land: [92, 84, 112] },
  { top: [126, 142, 204], bottom: [250, 205, 196], sun: [255, 236, 200], land: [58, 92, 110] },
  { top: [178, 222, 219], bottom: [244, 243, 214], sun: [255, 240, 170], land: [104, 132, 74] },
  { top: [86, 88, 150], bottom: [246, 160, 132], sun: [255, 222, 164], land: [66, 54, 92] },
]
const nights: Pick<Light, 'top' | 'bottom'>[] = [
  { top: [18, 24, 58], bottom: [72, 78, 132] },
  { top: [24, 20, 52], bottom: [134, 84, 118] },
  { top: [12, 34, 58], bottom: [54, 108, 128] },
]
const white: Colour = [252, 252, 250]

/** Hills, the nearer the darker, with a house or a row of trees on the nearest. */
export function drawHills(canvas: Canvas, random: Random): void {
  const { width, height } = canvas
  const light = random.pick(days)
  drawSky(canvas, light, random, height)
  const count = random.between(3, 5)
  let nearest = (_x: number) => height
  for (let hill = 1; hill <= count; hill++) {
    const peak = { x: random.between(0, width), y: height * (0.42 + 0.42 * (hill / count)) + random.below(30) }
    const slope = (width * random.between(8, 24)) / 10
    nearest = (x) => peak.y + ((x - peak.x) * (x - peak.x)) / slope
    canvas.ground(nearest, mix(light.bottom, light.land, 0.25 + 0.75 * (hill / count)))
  }
  const x = random.between(Math.round(width * 0.2), Math.round(width * 0.8))
  if (random.chance(50)) drawHouse(canvas, x, Math.min(nearest(x), height * 0.92), random)
  else drawTrees(canvas, x, nearest, mix(light.land, [20, 30, 30], 0.35), random)
}

/** A low sun, its path on the water, an island and boats. */
export function drawSea(canvas: Canvas, random: Random): void {
  const { width, height } = canvas
  const light = random.pick(days)
  const horizon = Math.round(height * (random.between(48, 62) / 100))
  canvas.gradient(0, horizon, light.top, light.bottom)
  const sun = { x: random.between(Math.round(width * 0.2), Math.round(width * 0.8)), radius: width / 14 }
  canvas.disc(sun.x, horizon - random.below(Math.round(sun.radius * 2)), sun.radius, light.sun)
  const island = { x: random.between(0, width), slope: width * (random.between(6, 20) / 10) }
  canvas.ground(
    (x) => horizon - height * 0.08 + ((x - island.x) * (x - island.x)) / island.slope,
    mix(light.land, light.bottom, 0.35),
  )
  canvas.gradient(horizon, height, mix(light.top, light.bottom, 0.55), mix(light.top, [16, 40, 74], 0.55))
  for (let y = horizon + 4; y < height; y += random.between(7, 14)) {
    const half = (width / 16) * (0.4 + random.below(100) / 80)
    canvas.rectangle(sun.x - half + random.between(-12, 12), y, half * 2, 3, mix(light.sun, light.bottom, 0.4))
  }
  for (let boat = random.between(1, 3); boat > 0; boat--) {
    const size = height * (random.between(5, 12) / 100)
    drawBoat(canvas, random.between(30, width - 30), horizon + size * 0.9 + random.below(60), size)
  }
}

/** Peaks with snow, and pines before them. */
export function drawMountains(canvas: Canvas, random: Random): void {
  const { width, height } = canvas
  const light = random.pick(days)
  drawSky(canvas, light, random, height)
  for (let range = 1; range <= 2; range++) {
    const colour = mix(light.bottom, light.land, 0.3 + range * 0.3)
    for (let peak = 0; peak < 3; peak++) {
      const tip = {
        x: (width * (peak * 40 + random.below(40))) / 100,
        y: height * (0.2 + range * 0.12) + random.below(60),
      }
      const [half, high] = [width * 0.34, height - tip.y]
      canvas.triangle(tip.x, tip.y, half, high, colour)
      const snow = 0.14 + random.below(8) / 100
      canvas.triangle(tip.x, tip.y, half * snow, high * snow, mix(white, light.bottom, 0.15 * (2 - range)))
    }
  }
  const lake = Math.round(height * 0.8)
  canvas.gradient(lake, height, mix(light.top, light.bottom, 0.5), mix(light.top, light.land, 0.5))
  for (let pine = random.between(5, 12); pine > 0; pine--) {
    const high = height * (random.between(10, 24) / 100)
    drawPine(canvas, random.below(width), lake + height * 0.06 - high, high, mix(light.land, [12, 32, 30], 0.6))
  }
}

/** Houses with lit windows under a moon. */
export function drawTown(canvas: Canvas, random: Random): void {
  const { width, height } = canvas
  const { top, bottom } = random.pick(nights)
  canvas.gradient(0, height, top, bottom)
  for (let star = 0; star < 70; star++) {
    canvas.disc(
      random.below(width),
      random.below(Math.round(height * 0.6)),
      random.pick([0.8, 1, 1.6]),
      mix(white, bottom, 0.2),
    )
  }
  const moon = {
    x: random.between(60, width - 60),
    y: random.between(50, Math.round(height * 0.3)),
    radius: height / 14,
  }
  canvas.disc(moon.x, moon.y, moon.radius, [250, 242, 214])
  if (random.chance(60))
    canvas.disc(
      moon.x + moon.radius * 0.45,
      moon.y - moon.radius * 0.2,
      moon.radius * 0.9,
      mix(top, bottom, moon.y / height),
    )
  for (let rank = 0; rank < 2; rank++) {
    const wall = mix(bottom, [14, 16, 34], 0.45 + rank * 0.4)
    for (let x = -random.below(40); x < width; ) {
      const [wide, high] = [random.between(46, 96), height * (random.between(22, 46 - rank * 12) / 100)]
      canvas.rectangle(x, height - high, wide, high, wall)
      if (random.chance(35)) canvas.triangle(x + wide / 2, height - high - 22, wide / 2 + 3, 22, wall)
      if (rank === 1) lightWindows(canvas, { x, y: height - high, wide, high }, random)
      x += wide + random.below(10)
    }
  }
}

function drawSky(canvas: Canvas, light: Light, random: Random, height: number): void {
  const { width } = canvas
  canvas.gradient(0, height, light.top, light.bottom)
  const radius = width / random.between(14, 24)
  canvas.disc(random.between(60, width - 60), random.between(50, Math.round(height * 0.3)), radius, light.sun)
  for (let cloud = random.below(4); cloud > 0; cloud--) {
    const [x, y] = [random.below(width), random.between(30, Math.round(height * 0.35))]
    const puff = random.between(10, 18)
    for (const [step, share] of [-2, -1, 0, 1, 2].entries()) {
      canvas.disc(x + share * puff * 1.2, y - (step % 2) * puff * 0.6, puff, mix(white, light.bottom, 0.25))
    }
  }
}

function drawHouse(canvas: Canvas, x: number, groundY: number, random: Random): void {
  const size = canvas.width / random.between(10, 15)
  const wall = random.pick<Colour>([
    [246, 238, 220],
    [232, 214, 196],
    [226, 232, 236],
  ])
  canvas.rectangle(x - size / 2, groundY - size * 0.75, size, size, wall)
  canvas.triangle(
    x,
    groundY - size * 1.3,
    size * 0.68,
    size * 0.58,
    random.pick<Colour>([
      [170, 74, 60],
      [92, 82, 96],
      [142, 96, 62],
    ]),
  )
  canvas.rectangle(x - size * 0.32, groundY - size * 0.5, size * 0.22, size * 0.24, [255, 214, 120])
  canvas.rectangle(x + size * 0.08, groundY - size * 0.4, size * 0.24, size * 0.65, [112, 78, 60])
}

function drawTrees(canvas: Canvas, x: number, groundAt: (x: number) => number, crown: Colour, random: Random): void {
  const size = canvas.height / random.between(9, 14)
  for (let tree = -random.between(1, 3); tree <= 2; tree++) {
    const at = x + tree * size * 1.1
    const foot = Math.min(groundAt(at), canvas.height * 0.96)
    canvas.rectangle(at - size * 0.07, foot - size * 0.6, size * 0.14, size * 0.7, [94, 70, 56])
    canvas.disc(at, foot - size * 0.85, size * 0.45, crown)
    canvas.disc(at + size * 0.18, foot - size * 0.6, size * 0.32, crown)
  }
}

function drawPine(canvas: Canvas, x: number, y: number, high: number, colour: Colour): void {
  for (const [from, share] of [
    [0, 0.45],
    [0.22, 0.55],
    [0.45, 0.55],
  ] as const) {
    canvas.triangle(x, y + high * from, high * (0.12 + from * 0.22), high * share, colour)
  }
}

function drawBoat(canvas: Canvas, x: number, y: number, size: number): void {
  canvas.triangle(x, y - size, size * 0.42, size * 0.82, white)
  canvas.rectangle(x - 1, y - size, 2, size, [112, 84, 66])
  canvas.rectangle(x - size * 0.5, y - size * 0.12, size, size * 0.16, [150, 62, 54])
}

type House = { x: number; y: number; wide: number; high: number }

function lightWindows(canvas: Canvas, { x, y, wide, high }: House, random: Random): void {
  for (let line = y + 10; line < y + high - 14; line += 20) {
    for (let column = x + 8; column < x + wide - 12; column += 16) {
      if (random.chance(45))
        canvas.rectangle(
          column,
          line,
          8,
          11,
          random.pick<Colour>([
            [255, 216, 130],
            [250, 188, 98],
          ]),
        )
    }
  }
}
