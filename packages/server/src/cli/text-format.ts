/** Rows under a heading, columns aligned. Names in wide scripts take two cells a character. */
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
