/** Where unfinished exports are remembered: what was asked for, and which parts are missing. No messages. */
export const keptExports = 'innkeeper.exports'

/** For whoever uses this browser next. */
export function forgetExports(): void {
  try {
    indexedDB.deleteDatabase(keptExports)
  } catch {
    // If storage is blocked, nothing was remembered.
  }
}
