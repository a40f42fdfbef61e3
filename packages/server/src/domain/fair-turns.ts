/** Work that someone requested. */
type Work = { userId: string }

/**
 * Which of the waiting work starts next, oldest first: that of the person with the least running, so that one person with much
 * work doesn't delay the others. Undefined if everyone who waits has as much running as one person may have.
 */
export function findNextInTurn<W extends Work>(
  waiting: readonly W[],
  running: readonly Work[],
  mostOfPerson: number,
): W | undefined {
  const runs = new Map<string, number>()
  for (const { userId } of running) runs.set(userId, (runs.get(userId) ?? 0) + 1)
  let next: W | undefined
  let fewest = mostOfPerson
  for (const work of waiting) {
    const count = runs.get(work.userId) ?? 0
    if (count >= fewest) continue
    next = work
    fewest = count
  }
  return next
}
