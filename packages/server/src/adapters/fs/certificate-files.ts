import { generateKeyPairSync } from 'node:crypto'
import { closeSync, fsyncSync, mkdirSync, openSync, readFileSync, renameSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { readValidity } from '../../domain/certificates/read-certificate.ts'
import { noAttempts } from '../../domain/certificates/renewal.ts'
import type { CertificateFiles } from '../../ports/certificates.ts'

type Place = { dataDir: string; directory: string; domain: string }

/**
 * One folder for each authority, so that a certificate from a test authority is never used in place of a real one. Key and
 * certificate are in one file: they are replaced together or not at all. Reading creates nothing.
 */
export function openCertificateFiles({ dataDir, directory, domain }: Place): CertificateFiles {
  const { host = '', pathname = '' } = URL.parse(directory) ?? {}
  const folder = join(dataDir, 'certificates', `${host}${pathname}`.replaceAll(/[^a-zA-Z0-9.-]+/g, '_'))
  const path = (name: string) => join(folder, name)
  const [certificatePath, orderPath, attemptsPath, accountPath] = [
    path(`${domain}.pem`),
    path(`${domain}.order.json`),
    path(`${domain}.attempts.json`),
    path('account.key'),
  ]
  const save = (file: string, text: string) => {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    replaceFile(file, text)
  }
  return {
    findCertificate() {
      const text = readIfThere(certificatePath) ?? ''
      const [key = ''] = /-----BEGIN PRIVATE KEY-----.+?-----END PRIVATE KEY-----\n/s.exec(text) ?? []
      const certificate = { key, chain: text.replace(key, '') }
      return readValidity(domain, certificate) && certificate
    },
    saveCertificate({ key, chain }) {
      save(certificatePath, `${key.trim()}\n${chain}`)
      rmSync(orderPath, { force: true })
    },
    findOrder() {
      const { url, key } = readObject(orderPath)
      return typeof url === 'string' && typeof key === 'string' ? { url, key } : undefined
    },
    saveOrder: (order) => save(orderPath, JSON.stringify(order)),
    readAccountKey() {
      const known = readIfThere(accountPath)
      if (known) return known
      const key = createKey()
      save(accountPath, key)
      return key
    },
    readAttempts() {
      const { failures, triedAt, problem, heldUntil } = readObject(attemptsPath)
      return {
        failures: typeof failures === 'number' ? failures : noAttempts.failures,
        triedAt: typeof triedAt === 'number' ? triedAt : noAttempts.triedAt,
        problem: typeof problem === 'string' ? problem : noAttempts.problem,
        heldUntil: typeof heldUntil === 'number' ? heldUntil : noAttempts.heldUntil,
      }
    },
    saveAttempts: (attempts) => save(attemptsPath, JSON.stringify(attempts)),
  }
}

function createKey(): string {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  return privateKey.export({ type: 'pkcs8', format: 'pem' }) as string
}

/** A damaged file is like a missing one: everything in it can be had again. */
function readObject(file: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(readIfThere(file) ?? '')
    return typeof value === 'object' && value !== null ? { ...value } : {}
  } catch {
    return {}
  }
}

function readIfThere(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

/** Readable for the service's user only. After a crash, the file has either the old or the new text. */
function replaceFile(file: string, text: string): void {
  const draft = `${file}.new`
  rmSync(draft, { force: true })
  const handle = openSync(draft, 'wx', 0o600)
  try {
    writeSync(handle, text)
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
  renameSync(draft, file)
}
