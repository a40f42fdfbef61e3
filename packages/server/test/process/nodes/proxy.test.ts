import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { compare, drawRandom, openWebhookSender, type SentText } from '../../support/line/line-load.ts'
import { type Nodes, openNodes, until } from '../../support/process/nodes.ts'
import { newFolder } from '../../support/process/process.ts'
import { isSoak } from '../../support/soak.ts'
import { freePort } from '../free-port.ts'

// The load balancer of docs/scaling.md with two nodes behind it, where it is installed.

const nginx = '/usr/sbin/nginx'
const config = new URL('../../../../../deploy/nginx.conf', import.meta.url)

/** A platform gives up after about ten seconds. */
const mostMs = 10_000

if (isSoak && existsSync(nginx)) {
  test('behind nginx, every event is acknowledged while a node is frozen, and while one is killed', checkFaults)
}

async function checkFaults(context: TestContext): Promise<void> {
  const random = drawRandom(context)
  const nodes = await openNodes(random, { INNKEEPER_TRUST_PROXY: '1' })
  const { testService, a, b } = nodes
  const port = await freePort()
  const proxy = startNginx([new URL(a.running.url).host, new URL(b.running.url).host], port)
  context.after(async () => {
    proxy.kill('SIGTERM')
    await once(proxy, 'exit')
  })
  const url = `http://127.0.0.1:${port}`
  await until(async () => (await fetch(`${url}/health`).catch(() => undefined))?.ok === true, 'the proxy answers')
  const acknowledged: string[] = []
  const sender = openWebhookSender(url)
  const deliver = async (count: number) => {
    await Promise.all(Array.from({ length: count }, () => deliverOne(testService.chat())))
  }
  const deliverOne = async ({ event, messageId }: SentText) => {
    const begunAt = performance.now()
    const { status } = await sender.deliver(event)
    assert.equal(status, 200)
    assert.ok(performance.now() - begunAt < mostMs, 'in time')
    acknowledged.push(messageId)
  }
  await deliver(40)
  process.kill(b.running.pid, 'SIGSTOP')
  try {
    for (let round = 0; round < 5; round++) await deliver(20)
  } finally {
    process.kill(b.running.pid, 'SIGCONT')
  }
  await pause(2_500)
  const load = deliver(200)
  await b.stop('SIGKILL')
  await load
  for (let round = 0; round < 5; round++) await deliver(20)
  await checkStored(nodes, acknowledged)
}

async function checkStored({ testService }: Nodes, acknowledged: string[]): Promise<void> {
  assert.equal(acknowledged.length, 440)
  assert.deepEqual(compare(acknowledged, await testService.readBack()), { lost: [], twice: [] })
}

/** The file of docs/scaling.md with other addresses, without a certificate, and as the current user. */
function startNginx([one, other]: [string, string], port: number): ChildProcess {
  const folder = newFolder()
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((kind) => {
    mkdirSync(join(folder, kind))
    return `${kind}_temp_path ${join(folder, kind)};`
  })
  const changes: [from: RegExp, to: string][] = [
    [/^user .*;$/m, process.getuid?.() === 0 ? 'user root;' : ''],
    [/pid .*;/, `pid ${folder}/nginx.pid; daemon off;`],
    [/127\.0\.0\.1:8081/, one],
    [/127\.0\.0\.1:8082/, other],
    [/access_log .*;/, `access_log off; ${temporary.join(' ')}`],
    [/error_log .*;/, 'error_log stderr error;'],
    [/listen 80;/, `listen 127.0.0.1:${port + 1};`],
    [/listen 443 .*;/, `listen 127.0.0.1:${port} default_server;`],
    [/ssl_certificate .*;/, ''],
    [/ssl_certificate_key .*;/, ''],
    [/ssl_protocols .*;/, ''],
  ]
  let text = readFileSync(config, 'utf8')
  for (const [from, to] of changes) {
    assert.match(text, from)
    text = text.replace(from, to)
  }
  writeFileSync(join(folder, 'nginx.conf'), text)
  return spawn(nginx, ['-c', join(folder, 'nginx.conf'), '-p', folder, '-e', 'stderr'], { stdio: 'ignore' })
}
