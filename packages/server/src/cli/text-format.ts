/** Rows below a heading, with aligned columns. Characters of wide scripts take two cells. */
export function formatTable(heading: string[], rows: string[][]): string {
  const widths = heading.map((title, index) => Math.max(...[title, ...rows.map((row) => row[index] ?? '')].map(cells)))
  return [heading, ...rows]
    .map((row) =>
      row
        .map((text, index) => text + ' '.repeat((widths[index] ?? 0) - cells(text)))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}

const wide =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Emoji_Presentation}\uff00-\uff60]/u

function cells(text: string): number {
  let count = 0
  for (const character of text.replace(/\p{Mn}/gu, '')) count += wide.test(character) ? 2 : 1
  return count
}

export function formatNumber(value: number): string {
  return value.toLocaleString('en-US')
}

export function formatCount(value: number, thing: string): string {
  return `${formatNumber(value)} ${thing}${value === 1 ? '' : 's'}`
}

const units = ['bytes', 'kB', 'MB', 'GB', 'TB']

export function formatBytes(value: number): string {
  const step = value < 1000 ? 0 : Math.min(units.length - 1, Math.floor(Math.log10(value) / 3))
  return `${step === 0 ? value : (value / 1000 ** step).toFixed(1)} ${units[step]}`
}

/** The same in every command, so that people can compare. Files of messages are counted as the gallery does: once per message. */
export function describeFiles(count: { mediaFiles: number; previews: number; profilePictures: number }): string {
  const files = `${formatNumber(count.mediaFiles)} ${count.mediaFiles === 1 ? 'photo or other file' : 'photos and other files'}`
  return `${files}, ${formatCount(count.previews, 'preview')}, ${formatCount(count.profilePictures, 'profile picture')}`
}
