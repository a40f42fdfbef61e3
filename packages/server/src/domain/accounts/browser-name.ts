/** Longest part of the header that is examined, because anyone can set it. */
const mostLength = 512

/** The first match wins, because most browsers also name the browser they are derived from. */
const browsers: [mark: RegExp, name: string][] = [
  [/\bLine\//, 'LINE'],
  [/\bEdgA?\/|\bEdgiOS\//, 'Edge'],
  [/\bOPR\/|\bOPT\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bVivaldi\//, 'Vivaldi'],
  [/\bFirefox\/|\bFxiOS\//, 'Firefox'],
  [/\bChrome\/|\bCriOS\/|\bHeadlessChrome\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
  [/^curl\//, 'curl'],
]

const systems: [mark: RegExp, name: string][] = [
  [/\biPhone\b|\biPod\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b|\bMacintosh\b/, 'macOS'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b|\bX11\b/, 'Linux'],
]

/** Such as `Firefox on Linux`: enough for a person to tell their browsers apart. Contains only names from the table. */
export function nameBrowser(userAgent: string | undefined): string {
  const text = (userAgent ?? '').slice(0, mostLength)
  const find = (table: [mark: RegExp, name: string][]) => table.find(([mark]) => mark.test(text))?.[1]
  const [browser, system] = [find(browsers), find(systems)]
  if (browser === undefined) return system === undefined ? 'Unknown browser' : `Browser on ${system}`
  return system === undefined ? browser : `${browser} on ${system}`
}
