/** A test checks that these have enough contrast for small text on light and dark bubbles. */
export const personColours = [
  { light: '#b02a37', dark: '#ff8f98' },
  { light: '#a33c00', dark: '#ffa066' },
  { light: '#7a5200', dark: '#e8b44f' },
  { light: '#546300', dark: '#c3cf53' },
  { light: '#256b2b', dark: '#7fd486' },
  { light: '#006a55', dark: '#56d1b5' },
  { light: '#006878', dark: '#5fcce0' },
  { light: '#0b5fae', dark: '#83bdf7' },
  { light: '#4353c4', dark: '#a8b2ff' },
  { light: '#6e40b8', dark: '#c6a5f7' },
  { light: '#91309b', dark: '#eb97f2' },
  { light: '#a82a68', dark: '#fb93c0' },
] as const

/** A person has the same colour on every page and in every browser. */
export function colourOf(personId: string): string {
  const { light, dark } = personColours[hash(personId) % personColours.length] ?? personColours[0]
  return `light-dark(${light}, ${dark})`
}

/** FNV-1a with its upper bits mixed into the lower ones, since only those decide. */
function hash(text: string): number {
  let value = 0x811c9dc5
  for (let at = 0; at < text.length; at++) value = Math.imul(value ^ text.charCodeAt(at), 0x01000193)
  value = Math.imul(value ^ (value >>> 16), 0x85ebca6b)
  return (value ^ (value >>> 13)) >>> 0
}
