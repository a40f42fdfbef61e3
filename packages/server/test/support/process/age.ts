import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ageCrypt } from '../../../src/adapters/age/snapshot-crypt.ts'
import { newFolder } from './process.ts'

const script = fileURLToPath(new URL('../../../../../scripts/ensure-age.mjs', import.meta.url))
let program: string | undefined

/** Decrypts a file with the program `age`, which is not ours. */
export function decryptWithAge(path: string, identityFile: string): Buffer {
  program ??= findProgram()
  const { status, stdout, stderr } = spawnSync(program, ['--decrypt', '--identity', identityFile, path], {
    maxBuffer: 2 ** 30,
  })
  assert.equal(status, 0, stderr.toString())
  return stdout
}

/**
 * The same for a snapshot place with a passphrase, whose identity is encrypted itself. `age` only asks for a passphrase on a
 * terminal, which the program `script` gives it.
 */
export function decryptWithPassphrase(
  path: string,
  { identityFile, passphrase }: { identityFile: string; passphrase: string },
): Buffer | undefined {
  program ??= findProgram()
  const target = join(newFolder(), 'decrypted')
  const words = [program, '--decrypt', '--identity', identityFile, '--output', target, path]
  const quoted = words.map((word) => `'${word}'`).join(' ')
  const isBsd = process.platform === 'darwin'
  const terminal = isBsd
    ? ['-q', '/dev/null', 'sh', '-c', quoted]
    : ['--quiet', '--return', '--command', quoted, '/dev/null']
  const { status } = spawnSync('script', terminal, { input: `${passphrase}\n`, timeout: 60_000 })
  return status === 0 ? readFileSync(target) : undefined
}

function findProgram(): string {
  const { status, stdout, stderr } = spawnSync(process.execPath, [script], { encoding: 'utf8' })
  if (status !== 0) throw new Error(stderr)
  return stdout.trim()
}

/** A key pair, the private key in a file as age-keygen writes it. */
export async function createKeyPair(): Promise<{ recipient: string; identityFile: string }> {
  const { identity, recipient } = await ageCrypt.createIdentity()
  const identityFile = join(newFolder(), 'key.txt')
  writeFileSync(identityFile, `# public key: ${recipient}\n${identity}\n`)
  return { recipient, identityFile }
}
