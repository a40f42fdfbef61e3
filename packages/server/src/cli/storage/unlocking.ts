import { readFile } from 'node:fs/promises'
import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import type { Command } from 'commander'
import type { Unlocking } from '../../actions/storage/snapshot/place/place-encryption.ts'
import type { Config } from '../../config/config.ts'
import { invalid } from '../../domain/refusal.ts'

export type PlaceOptions = { snapshot?: string; identity?: string }

/** The options of commands that read a snapshot from a place. */
export function withPlaceOptions(command: Command): Command {
  return command
    .option('--snapshot <id>', 'which one, in a folder or bucket with several snapshots (default: latest)')
    .option('--identity <file>', 'file with the private key of age, if the snapshot is encrypted for a public key')
}

/** The passphrase comes from the settings, and is otherwise asked for in a terminal. */
export async function readUnlocking({ identity }: PlaceOptions, { snapshotPassphrase }: Config): Promise<Unlocking> {
  return {
    identities: identity === undefined ? [] : await readIdentities(identity),
    askPassphrase: async () => snapshotPassphrase ?? (await askHidden('Passphrase of the snapshot: ')),
  }
}

async function readIdentities(path: string): Promise<string[]> {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw invalid(`${path} cannot be read (${error.code}). Choose the file with the private key with --identity.`)
  })
  const lines = text.split('\n').map((line) => line.trim())
  const keys = lines.filter((line) => line !== '' && !line.startsWith('#'))
  if (keys.length > 0) return keys
  throw invalid(`${path} contains no private key. Choose a file that age-keygen wrote.`)
}

/** Undefined without a terminal. */
async function askHidden(question: string): Promise<string | undefined> {
  if (!process.stdin.isTTY) return undefined
  process.stderr.write(question)
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() })
  const terminal = createInterface({ input: process.stdin, output: silent, terminal: true })
  try {
    return await terminal.question('')
  } finally {
    terminal.close()
    process.stderr.write('\n')
  }
}
