import type { Random } from '../random.ts'
import { createCanvas } from './canvas.ts'
import { drawHills, drawMountains, drawSea, drawTown } from './scenes.ts'

/** Landscape, portrait and square, as phones take them, only smaller. */
const sizes: [width: number, height: number][] = [
  [720, 480],
  [720, 480],
  [480, 720],
  [640, 640],
  [800, 450],
]
/** Few pictures are taken at night. */
const scenes = [drawHills, drawHills, drawSea, drawSea, drawMountains, drawMountains, drawTown]

/** A picture of a landscape, in a few kilobytes. */
export function drawPicture(random: Random): Buffer {
  const [width, height] = random.pick(sizes)
  const canvas = createCanvas(width, height)
  random.pick(scenes)(canvas, random)
  return canvas.encode()
}
