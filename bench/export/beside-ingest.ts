import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { verdict } from '../measuring/figures.ts'
import { load } from '../measuring/load.ts'
import { takeFigures } from '../measuring/loop-figures.ts'
import { channelIdOf, owner } from '../scale/stores.ts'
import { startPlatform } from '../servers/platform.ts'
import { innkeeperUnder, root, startServer } from '../servers/process.ts'
import { environmentFor } from '../traffic/deliveries.ts'
import { makeRequests, setUpGroups } from '../traffic/groups.ts'

const mostMs = 100
const port = 18_105

type Scene = { data: string; store: Record<string, string>; messages: number }

/** The delay of the service's event loop while one caller downloads a whole channel and events arrive. */
export async function downloadBesideIngest(engine: string, { data, store, messages }: Scene): Promise<boolean> {
  mkdirSync(data, { recursive: true })
  const platform = await startPlatform()
  const file = join(data, 'loop-delay.json')
  const server = await startServer([`${root}innkeeper`, 'serve', '--data', data], port, {
    ...store,
    ...environmentFor(platform),
    INNKEEPER_RATE_LIMIT: '1000000',
    BENCH_DELAY_FILE: file,
    NODE_OPTIONS: `--import=${root}bench/scale/loop-delay.ts`,
  })
  try {
    const command = (...words: string[]) => innkeeperUnder(store, ...words, '--data', data)
    await setUpGroups(port, command)
    const issued = command('keys', 'create', '--user', owner, '--expires', '1d', '--json')
    const { key } = JSON.parse(issued) as { key: string }
    const target = { port, pids: [], requests: makeRequests(40_000), next: -1 }
    await takeFigures(server.pid, file)
    const work = { isOver: false, events: 0 }
    const talk = async () => {
      while (!work.isOver) work.events += (await load(target, { connections: 8, seconds: 2, everyMs: 16 })).requests
    }
    const others = talk()
    const started = performance.now()
    const planned = await download(key)
    const seconds = (performance.now() - started) / 1000
    work.isOver = true
    await others
    const figures = await takeFigures(server.pid, file)
    console.log(`\nDownloading ${planned} messages from a service on ${engine}, while events arrive`)
    console.table([
      {
        'messages/s': Math.round(planned / seconds),
        'events/s': Math.round(work.events / seconds),
        'p50 ms': Number(figures.p50.toFixed(1)),
        'p99 ms': Number(figures.p99.toFixed(1)),
        'most ms': Number(figures.max.toFixed(1)),
      },
    ])
    return [
      verdict(`p99 ms of the event loop's delay on ${engine}`, figures.p99, mostMs, 'most'),
      verdict(`messages missing from the plan on ${engine}`, Math.max(0, messages - planned), 0, 'most'),
    ].every(Boolean)
  } finally {
    await server.stop()
    await platform.stop()
  }
}

/** Every part, one after the other. Returns how many messages were planned. */
async function download(key: string): Promise<number> {
  const path = `http://127.0.0.1:${port}/api/channels/${channelIdOf(0)}/backup/export`
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
  const answer = await fetch(path, {
    method: 'POST',
    headers,
    body: JSON.stringify({ formats: ['jsonl'], media: false }),
  })
  if (!answer.ok) throw new Error(await answer.text())
  const plan = (await answer.json()) as { messages: number; parts: { id: string }[] }
  for (const { id } of plan.parts) {
    const part = await fetch(`${path}/${encodeURIComponent(id)}`, { headers })
    if (!part.ok || !part.body) throw new Error(await part.text())
    for await (const _ of part.body);
  }
  return plan.messages
}
