import { randomBytes } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { cpuColumns, cpuRatio, median, medianRatio, note, verdict } from './measuring/figures.ts'
import { load, type Round, roundSeconds, rounds, type Settings, type Target } from './measuring/load.ts'
import { startNginx } from './servers/nginx.ts'
import { type Platform, startPlatform } from './servers/platform.ts'
import { innkeeper, root, type Server, startServer } from './servers/process.ts'
import { deliver, environmentFor, event, idOf, messageId, setUpGroup, token } from './traffic/deliveries.ts'

// Downloads with everything a real request does, against nginx that sends the same files with the kernel's sendfile.

const sizes = [
  { name: '20 MB', sizeBytes: 20_000_000, files: 4, floor: 0.5 },
  { name: '1 MB', sizeBytes: 1_000_000, files: 40, floor: 0.35 },
]
const settings: Settings = { connections: 4, seconds: roundSeconds, isLarge: true }
const ports = { nginx: 18_100, service: 18_101 }
const group = `C${idOf('group', 0)}`
const userId = `U${idOf('person', 0)}`

export async function benchMedia(): Promise<boolean> {
  mkdirSync(join(root, 'bench/results'), { recursive: true })
  const work = mkdtempSync(join(root, 'bench/results/media-'))
  const data = join(work, 'data')
  const platform = await startPlatform()
  const servers: Server[] = []
  try {
    const environment = { ...environmentFor(platform), INNKEEPER_RATE_LIMIT: '1000000' }
    const service = await startServer([`${root}innkeeper`, 'serve', '--data', data], ports.service, environment)
    servers.push(service)
    const issued = innkeeper('keys', 'create', '--user', userId, '--json', '--data', data)
    const { key } = JSON.parse(issued) as { key: string }
    await setUpGroup(ports.service, group, { userId, key })
    const pairs = []
    for (const size of sizes) pairs.push({ ...size, ...(await sendFiles(platform, key, size)) })
    const nginx = await startNginx(ports.nginx, { files: join(data, 'media'), work: join(work, 'nginx') })
    servers.push(nginx)
    for (const pair of pairs) {
      pair.service.pids.push(service.pid)
      pair.nginx.pids.push(nginx.pid)
    }
    const verdicts = []
    for (const pair of pairs) verdicts.push(report(pair, await measure(pair)))
    return verdicts.every(Boolean)
  } finally {
    for (const server of servers) await server.stop()
    await platform.stop()
    rmSync(work, { recursive: true, force: true })
  }
}

type Pair = { service: Target; nginx: Target }

/** People send files, the service fetches them, and both servers get requests for the same ones in turn. */
async function sendFiles(
  platform: Platform,
  key: string,
  { files, sizeBytes }: { files: number; sizeBytes: number },
): Promise<Pair> {
  const service: Target = { port: ports.service, pids: [], requests: [], next: 0 }
  const nginx: Target = { port: ports.nginx, pids: [], requests: [], next: 0 }
  const authorization = `Authorization: Bearer ${key}`
  for (let index = 0; index < files; index++) {
    const id = messageId()
    platform.files.set(id, randomBytes(sizeBytes))
    const message = { id, type: 'file', fileName: `film-${index}.bin`, fileSize: sizeBytes }
    await deliver(ports.service, [event(group, { type: 'message', replyToken: token(), message, userId })])
    const path = `/api/channels/${group}/backup/media/${id}`
    const sha256 = await waitForFile(path, key)
    platform.files.delete(id)
    // Both servers get requests of the same length.
    service.requests.push(request(path, authorization))
    nginx.requests.push(request(`/${sha256.slice(0, 2)}/${sha256.slice(2)}`, authorization))
  }
  return { service, nginx }
}

function request(path: string, authorization: string): Buffer {
  return Buffer.from(`GET ${path} HTTP/1.1\r\nHost: x\r\n${authorization}\r\n\r\n`)
}

/** Waits for the file and returns its hash, which is its ETag. */
async function waitForFile(path: string, key: string): Promise<string> {
  for (let tries = 0; tries < 300; tries++) {
    const headers = { authorization: `Bearer ${key}` }
    const answer = await fetch(`http://127.0.0.1:${ports.service}${path}`, { method: 'HEAD', headers })
    const tag = answer.headers.get('etag')
    if (answer.ok && tag) return tag.replaceAll('"', '')
    await sleep(100)
  }
  throw new Error('The service did not download the files')
}

async function measure({ service, nginx }: Pair): Promise<{ service: Round[]; nginx: Round[] }> {
  const results = { service: [] as Round[], nginx: [] as Round[] }
  for (const target of [nginx, service]) await load(target, settings)
  for (let round = 0; round < rounds; round++) {
    results.nginx.push(await load(nginx, settings))
    results.service.push(await load(service, settings))
  }
  return results
}

function report(
  { name, sizeBytes, floor }: { name: string; sizeBytes: number; floor: number },
  results: { service: Round[]; nginx: Round[] },
): boolean {
  const ratio = medianRatio(results.service, results.nginx, ({ perSecond }) => perSecond)
  const row = (what: string, list: Round[], value: number) => ({
    what,
    'files/s': Math.round(median(list.map(({ perSecond }) => perSecond))),
    'MB/s': Math.round((median(list.map(({ perSecond }) => perSecond)) * sizeBytes) / 1e6),
    'p99 ms': Number(median(list.map(({ p99Ms }) => p99Ms)).toFixed(2)),
    ratio: Number(value.toFixed(3)),
    ...cpuColumns(list, results.nginx),
  })
  console.log(
    `\nFiles of ${name}, ${rounds} interleaved rounds, ${settings.connections} downloads at once over loopback, medians`,
  )
  console.table([row('limit: nginx, sendfile', results.nginx, 1), row('Innkeeper', results.service, ratio)])
  note(`CPU of a download of ${name}, times that of nginx`, cpuRatio(results.service, results.nginx))
  return verdict(`downloads of ${name}`, ratio, floor, 'least')
}
