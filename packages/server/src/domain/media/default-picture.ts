import { hash } from 'node:crypto'

/** Names the generated picture of a channel or a person. Reveals nothing about the id it comes from. */
export function defaultPictureName(id: string): string {
  const known = remembered.get(id)
  if (known) return known
  const name = `${hash('sha256', `picture ${id}`, 'hex').slice(0, 8)}.svg`
  if (remembered.size >= mostRemembered) remembered.clear()
  remembered.set(id, name)
  return name
}

// A page names the same few people over and over.
const remembered = new Map<string, string>()
const mostRemembered = 2000

/** A calm two-colour drawing, mirrored like a face; undefined if the name isn't one of ours. */
export function drawDefaultPicture(name: string): string | undefined {
  const seed = /^([0-9a-f]{8})\.svg$/.exec(name)?.[1]
  if (!seed) return undefined
  const bits = Number.parseInt(seed, 16)
  const hue = bits % 360
  const cells: string[] = []
  for (let row = 0; row < 5; row++) {
    for (let column = 0; column < 3; column++) {
      if (!((bits >>> (row * 3 + column + 9)) & 1)) continue
      cells.push(square(column, row))
      if (column < 2) cells.push(square(4 - column, row))
    }
  }
  return (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 7 7" role="img" aria-label="Picture">' +
    `<rect width="7" height="7" fill="hsl(${hue} 45% 90%)"/><g fill="hsl(${hue} 50% 45%)">${cells.join('')}</g></svg>`
  )
}

function square(column: number, row: number): string {
  return `<rect x="${column + 1}" y="${row + 1}" width="1" height="1"/>`
}
