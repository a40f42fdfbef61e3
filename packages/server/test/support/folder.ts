import { mkdtempSync } from 'node:fs'
import { openMemoryFolder } from '../../../../scripts/postgres/server-folders.ts'

/**
 * A new folder for data that need not outlive the machine: in memory where there is plenty, because a hundred services that sync each
 * commit wait for one disk. It bears the process's id, by which a later run removes what one that was killed has left.
 */
export function newFastFolder(): string {
  return mkdtempSync(`${openMemoryFolder()}/inn-of-${process.pid}-`)
}
