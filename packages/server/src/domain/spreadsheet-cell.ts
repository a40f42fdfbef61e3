// A spreadsheet that opens a CSV file runs a cell that begins like a formula. An apostrophe in front makes it a text.

/** Characters at the start of a cell that a spreadsheet would interpret as a formula, in full width too. */
const formula = /^'*[=+\-@\t\r\n＝＋－＠]/

/** Any text as a cell that no spreadsheet runs. */
export function guardCell(text: string): string {
  return formula.test(text) ? `'${text}` : text
}

/** The text that was guarded; a cell that wasn't stays as it is. */
export function unguardCell(cell: string): string {
  return cell.startsWith("'") && formula.test(cell) ? cell.slice(1) : cell
}
