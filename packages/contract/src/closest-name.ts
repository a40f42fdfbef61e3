/** The name that a mistyped one most likely stands for. Undefined if none is close. Upper and lower case don't matter. */
export function findClosestName<Name extends string>(text: string, names: readonly Name[]): Name | undefined {
  const typed = text.toLowerCase()
  // One typo in a short name, two in a long one. More would suggest names that have nothing to do with it.
  let most = Math.min(2, Math.floor(typed.length / 3))
  let closest: Name | undefined
  for (const name of names) {
    if (Math.abs(name.length - typed.length) > most) continue
    const edits = countEdits(typed, name.toLowerCase())
    if (edits > most) continue
    closest = name
    most = edits - 1
  }
  return closest ?? findLongerName(typed, names)
}

/** People leave out the unit or another last word. Not if it could be several names. */
function findLongerName<Name extends string>(typed: string, names: readonly Name[]): Name | undefined {
  if (typed.length < 4) return undefined
  const [longer, ...others] = names.filter((name) => name.toLowerCase().startsWith(typed))
  return others.length === 0 ? longer : undefined
}

/** How many characters to insert, remove, replace or swap with their neighbor (restricted Damerau-Levenshtein distance). */
function countEdits(from: string, to: string): number {
  let twoAbove: number[] = []
  let above = Array.from({ length: to.length + 1 }, (_, index) => index)
  for (let row = 1; row <= from.length; row += 1) {
    const current = [row]
    for (let column = 1; column <= to.length; column += 1) {
      const replaced = (above[column - 1] ?? 0) + (from[row - 1] === to[column - 1] ? 0 : 1)
      const isSwapped = row > 1 && from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1]
      const swapped = isSwapped ? (twoAbove[column - 2] ?? 0) + 1 : replaced
      current.push(Math.min(replaced, swapped, (above[column] ?? 0) + 1, (current[column - 1] ?? 0) + 1))
    }
    twoAbove = above
    above = current
  }
  return above[to.length] ?? 0
}
