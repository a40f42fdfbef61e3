import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { open, rename } from 'node:fs/promises'
import { dirname } from 'node:path'

const format = 'innkeeper-simulator'
const version = 1

/** The last written state; undefined if there is none. Anything else is refused and left unchanged. */
export function readStateFile(path: string): unknown {
  if (!existsSync(path)) return undefined
  const [head = '', body = ''] = readFileSync(path, 'utf8').split('\n', 2)
  const header = parse(path, head)
  if (header.format !== format) throw damaged(path, 'it is not a state file')
  if (header.version !== version)
    throw new Error(`${path} was written by another version of the simulator (${header.version}, this is ${version}).`)
  if (header.sha256 !== digest(body)) throw damaged(path, 'its checksum does not match')
  return parse(path, body)
}

/** Atomic: after a crash the file has the old text or the new one. */
export async function writeStateFile(path: string, value: unknown): Promise<void> {
  const body = JSON.stringify(value)
  const header = JSON.stringify({ format, version, sha256: digest(body) })
  await writeWhole(path, Buffer.from(`${header}\n${body}\n`))
}

/** Gets its name only when it is complete and on disk. Readable only by the owner, because it may contain secrets. */
export async function writeWhole(path: string, bytes: Buffer): Promise<void> {
  const temporary = `${path}.new`
  const file = await open(temporary, 'w', 0o600)
  try {
    await file.writeFile(bytes)
    await file.sync()
  } finally {
    await file.close()
  }
  await rename(temporary, path)
  const folder = await open(dirname(path))
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}

export function digest(bytes: string | Buffer): string {
  return createHash('sha256').update(bytes).digest('hex')
}

export function damaged(path: string, why: string): Error {
  return new Error(`${path} cannot be used: ${why}. Restore a good copy, or move its folder away to start over.`)
}

function parse(path: string, text: string): Record<string, unknown> {
  try {
    return JSON.parse(text)
  } catch {
    throw damaged(path, 'it is truncated or was changed')
  }
}
