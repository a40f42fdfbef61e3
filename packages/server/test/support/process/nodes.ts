import { after } from 'node:test'
import type { Random } from '@innkeeper/testdata'
import { type Caller, createCaller } from '../http/caller.ts'
import { openWebhookSender, type WebhookSender } from '../line/line-load.ts'
import { environmentFor, type LineTestService, startLineService } from '../line/line-service.ts'
import { openDatabase } from './postgres.ts'
import { newFolder, type Running, serve } from './process.ts'
import { openBucket } from './s3.ts'

/** One of several processes on one database. */
export type Node = {
  name: string
  running: Running
  webhookSender: WebhookSender
  isUp: boolean
  /** Calls this node as the owner of the groups. */
  owner(): Caller
  /** Lines of its log so far. */
  logged(): Record<string, unknown>[]
  stop(signal?: NodeJS.Signals): Promise<void>
  /** `env`: only for this node. */
  start(env?: Record<string, string>): Promise<void>
}

/** Two nodes on one PostgreSQL, connected to one platform, with groups whose owner reads the backup. */
export type Nodes = { testService: LineTestService; url: string; a: Node; b: Node }

/** `given`: the database, instead of a new one on the server of this test run. */
export async function openNodes(
  random: Random,
  more: Record<string, string> = {},
  given?: { url: string },
): Promise<Nodes> {
  const { url, drop } = given ? { ...given, drop: () => undefined } : await openDatabase()
  const env = { ...(await openBucket()).env, ...more }
  const testService = await startLineService(random, { databaseUrl: url, env: { INNKEEPER_NODE: 'a', ...env } })
  after(drop)
  const settings = { ...environmentFor(testService.platform), INNKEEPER_DATABASE_URL: url, ...env }
  const node = (name: string, running: Running, door: WebhookSender, dataDir: string): Node => {
    const one: Node = {
      name,
      running,
      webhookSender: door,
      isUp: true,
      owner: () => createCaller(one.running.url, `Bearer ${testService.key}`),
      logged: () => linesOf(one.running.printed().stdout),
      async stop(signal = 'SIGTERM') {
        await one.running.stop(signal)
        one.isUp = false
      },
      async start(ofNode = {}) {
        one.running = await serve(dataDir, { env: { ...settings, INNKEEPER_NODE: name, ...ofNode } })
        one.webhookSender = openWebhookSender(one.running.url)
        one.isUp = true
      },
    }
    return one
  }
  const a = node('a', testService.service, testService.webhookSender, testService.dataDir)
  const b = node('b', {} as Running, {} as WebhookSender, newFolder())
  await b.start()
  return { testService, url, a, b }
}

function linesOf(text: string): Record<string, unknown>[] {
  return text.split('\n').flatMap((line) => {
    if (!line.startsWith('{') || !line.endsWith('}')) return []
    return [JSON.parse(line) as Record<string, unknown>]
  })
}
