/** Where unfinished exports are remembered: what was asked for, and which parts are missing. No messages. */
export const keptExports = 'innkeeper.exports'

/** So that the next person at this browser finds nothing. */
export function forgetExports(): void {
  try {
    indexedDB.deleteDatabase(keptExports)
  } catch {
    // If storage is blocked, nothing was remembered.
  }
}
