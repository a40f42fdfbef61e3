import assert from 'node:assert/strict'
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { get } from 'node:https'
import { join } from 'node:path'
import { after } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { createCertificate } from '../../process/certificate.ts'
import { freePort } from '../../process/free-port.ts'
import { newFolder } from './process.ts'

/** A certificate authority on this machine, for which every domain is 127.0.0.1. */
export type Pebble = {
  directory: string
  /** PEM file with the certificate of its own server. */
  trustFile: string
  /** PEM of the certificate that everything it issues leads to. */
  root: string
  printed(): string
  stop(): void
}

const ensure = fileURLToPath(new URL('../../../../../scripts/ensure-pebble.mjs', import.meta.url))

// A failed test leaves no process behind, which would keep this one from ending.
const started: ChildProcess[] = []
const kill = (children: ChildProcess[]) => {
  for (const child of children) child.kill('SIGKILL')
}
after(() => kill(started))
process.once('exit', () => kill(started))

/** `httpPort`: where it looks for the answer that proves a domain. */
export async function startPebble(httpPort: number, env: Record<string, string> = {}): Promise<Pebble> {
  const programs = execFileSync(process.execPath, [ensure], { encoding: 'utf8' }).trim()
  const [port, managementPort, namesPort, namesManagementPort] = await Promise.all(
    Array.from({ length: 4 }, () => freePort()),
  )
  const folder = newFolder()
  const { cert, key } = createCertificate()
  const paths = { certificate: join(folder, 'cert.pem'), privateKey: join(folder, 'key.pem') }
  writeFileSync(paths.certificate, cert)
  writeFileSync(paths.privateKey, key)
  const config = {
    ...paths,
    listenAddress: `127.0.0.1:${port}`,
    managementListenAddress: `127.0.0.1:${managementPort}`,
    httpPort,
    tlsPort: 1,
    certificateValidityPeriod: 90 * 86_400,
  }
  writeFileSync(join(folder, 'config.json'), JSON.stringify({ pebble: config }))
  const names = spawn(
    join(programs, 'pebble-challtestsrv'),
    [
      ...['-dns01', `127.0.0.1:${namesPort}`, '-management', `127.0.0.1:${namesManagementPort}`],
      ...['-http01', '', '-https01', '', '-tlsalpn01', '', '-defaultIPv6', ''],
    ],
    { stdio: 'ignore' },
  )
  const authority = spawn(
    join(programs, 'pebble'),
    ['-config', join(folder, 'config.json'), '-dnsserver', `127.0.0.1:${namesPort}`],
    { env: { PEBBLE_VA_NOSLEEP: '1', ...env }, stdio: ['ignore', 'pipe', 'pipe'] },
  )
  started.push(names, authority)
  const stop = () => kill([names, authority])
  let printed = ''
  for (const output of [authority.stdout, authority.stderr]) {
    output.setEncoding('utf8').on('data', (text) => (printed += text))
  }
  const root = await readWhenUp(`https://127.0.0.1:${managementPort}/roots/0`, cert, () => printed)
  return {
    directory: `https://127.0.0.1:${port}/dir`,
    trustFile: paths.certificate,
    root,
    printed: () => printed,
    stop,
  }
}

/** Generating its keys can take a long time on a busy machine. */
async function readWhenUp(url: string, ca: string, printed: () => string): Promise<string> {
  for (let tries = 0; tries < 2_400; tries++) {
    try {
      const request = get(url, { ca, agent: false })
      const [response] = await once(request, 'response')
      return Buffer.concat(await response.toArray()).toString()
    } catch {
      await sleep(50)
    }
  }
  assert.fail(`Pebble did not start: ${printed()}`)
}
