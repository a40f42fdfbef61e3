import { mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { damaged, digest, writeWhole } from './state-file.ts'

/** Files named after a hash of their content, so that the same picture is stored once. */
export type MediaFiles = {
  /** The name for these bytes; they are written with the next `write`. */
  plan(bytes: Buffer): string
  write(): Promise<void>
  /** Refuses a missing file immediately, and a changed one when it is read. */
  check(name: string): void
  read(name: string): Buffer
  /** Removes files that are no longer referenced. */
  keepOnly(names: ReadonlySet<string>): Promise<void>
}

export function openMediaFiles(folder: string): MediaFiles {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const known = new Set(readdirSync(folder))
  const names = new WeakMap<Buffer, string>()
  const planned = new Map<string, Buffer>()
  const check = (name: string) => {
    if (!known.has(name)) throw damaged(join(folder, name), 'it is missing')
  }
  return {
    plan(bytes) {
      const name = names.get(bytes) ?? digest(bytes)
      names.set(bytes, name)
      if (!known.has(name)) planned.set(name, bytes)
      return name
    },
    async write() {
      for (const [name, bytes] of planned) {
        await writeWhole(join(folder, name), bytes)
        known.add(name)
        planned.delete(name)
      }
    },
    check,
    read(name) {
      check(name)
      const bytes = readFileSync(join(folder, name))
      if (digest(bytes) !== name) throw damaged(join(folder, name), 'its checksum does not match')
      return bytes
    },
    async keepOnly(wanted) {
      for (const name of [...known].filter((one) => !wanted.has(one) && !planned.has(one))) {
        known.delete(name)
        await rm(join(folder, name), { force: true })
      }
    },
  }
}
