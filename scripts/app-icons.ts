import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { openBrowser } from './browser.ts'

// Draws the icons with which phones and computers show the installed console, from the mark of packages/console/src/ui/icon.svg.
// The pictures are committed. Run this after changing the mark: node scripts/app-icons.ts

const folder = join(import.meta.dirname, '../packages/console/src/ui/app-icons')
const green = '#1f7a5c'
const bubble = 'M9 10.5h14a3 3 0 0 1 3 3v6a3 3 0 0 1-3 3h-6l-4.5 4v-4H9a3 3 0 0 1-3-3v-6a3 3 0 0 1 3-3z'
const dots = [12, 16, 20].map((x) => `<circle cx="${x}" cy="16.5" r="1.6"/>`).join('')
const mark = `<path d="${bubble}" fill="#fff"/><g fill="${green}">${dots}</g>`

const icons = [
  { name: 'icon-192', size: 192, svg: `<rect width="32" height="32" rx="9" fill="${green}"/>${mark}` },
  { name: 'icon-512', size: 512, svg: `<rect width="32" height="32" rx="9" fill="${green}"/>${mark}` },
  // Android cuts it to any shape, and keeps a circle of four fifths.
  { name: 'maskable-512', size: 512, svg: `<rect width="32" height="32" fill="${green}"/>${scaled(0.82)}` },
  // iOS rounds the corners itself.
  { name: 'apple-180', size: 180, svg: `<rect width="32" height="32" fill="${green}"/>${scaled(0.92)}` },
]

mkdirSync(folder, { recursive: true })
const browser = await openBrowser()
try {
  const page = await browser.newPage()
  for (const { name, size, svg } of icons) {
    await page.setViewportSize({ width: size, height: size })
    await page.setContent(
      `<style>body { margin: 0 } svg { display: block }</style>
       <svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}" viewBox="0 0 32 32">${svg}</svg>`,
    )
    const png = await page.screenshot({ omitBackground: true })
    writeFileSync(join(folder, `${name}.png`), png)
    console.log(`${name}: ${png.length} bytes`)
  }
} finally {
  await browser.close()
}

function scaled(factor: number): string {
  const shift = 16 * (1 - factor)
  return `<g transform="translate(${shift} ${shift}) scale(${factor})">${mark}</g>`
}
