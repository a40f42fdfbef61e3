import { createServer } from 'node:net'
import { event, idOf, text, token } from '../traffic/deliveries.ts'
import { type AttackClient, inParallel, keepPace, rest } from './hostile-client.ts'

// Attacks that leave work behind: deletions of everything, imports of chat histories, and receivers of webhooks that never respond.

const of = (channelId: string) => `/api/channels/${channelId}`

/** Each round has a full group of its own. */
let doomed = 0

/** Everything in a full group expires, and a moment later the group is deleted. */
export async function deleteLargeGroups(client: AttackClient): Promise<void> {
  const group = client.channels.doomed[doomed++ % Math.max(1, client.channels.doomed.length)]
  if (group === undefined) return
  await client.ask({ method: 'PUT', path: `${of(group)}/settings`, body: JSON.stringify({ retentionDays: 1 }) })
  await rest(client.signal, 2_000)
  await deleteGroup(client, group)
}

/** The first request is refused, and says which name is expected. */
export async function deleteGroup(client: AttackClient, group: string): Promise<void> {
  const remove = (confirm: string) =>
    client.ask({ method: 'DELETE', path: of(group), body: JSON.stringify({ confirm }) })
  const [, name] = /name, \\"(.*)\\",/.exec((await remove('?'))?.body.toString() ?? '') ?? []
  if (name !== undefined) await remove(name)
}

const historyLines = 100_000
const minuteMs = 60_000

/** Chat histories of many megabytes are uploaded, read, committed, undone and deleted. */
export async function uploadHistories(client: AttackClient): Promise<void> {
  const body = whatsappHistory()
  const { imports } = client.channels
  await inParallel(3, async (worker) => {
    const path = `${of(imports[worker] ?? '')}/imports`
    while (!client.signal.aborted) {
      const answer = await client.ask({ method: 'POST', path: `${path}?fileName=chat.txt`, body })
      if (answer?.status !== 201) {
        await rest(client.signal, 1_000)
        continue
      }
      const { number } = JSON.parse(answer.body.toString()) as { number: number }
      const own = `${path}/${number}`
      await untilState(client, own, 'reading')
      await client.ask({ method: 'POST', path: `${own}/commit`, body: '{}' })
      await untilState(client, own, 'writing')
      await client.ask({ method: 'POST', path: `${own}/undo`, body: '{}' })
      await client.ask({ method: 'DELETE', path: own })
    }
  })
}

/** Until it is no longer in this state. */
async function untilState(client: AttackClient, path: string, state: string): Promise<void> {
  while (!client.signal.aborted) {
    const answer = await client.ask({ method: 'GET', path })
    if (!answer?.body.toString().includes(`"state":"${state}"`)) return
    await rest(client.signal, 500)
  }
}

function whatsappHistory(): Buffer {
  const begin = Date.UTC(2021, 0, 1)
  const lines = Array.from({ length: historyLines }, (_, index) => {
    const [day = '', time = ''] = new Date(begin + index * 7 * minuteMs).toISOString().split('T')
    const [year, month, date] = day.split('-')
    return `${date}/${month}/${year}, ${time.slice(0, 5)} - Friend ${index % 40}: See you at seven, bring umbrella ${index}`
  })
  return Buffer.from(`${lines.join('\n')}\n`)
}

/** The port on which hostile receivers listen. The service allows it, as if it were a public address. */
export const hangingPort = 18_119
const webhooksPerGroup = 10

/** Every group sends everything that happens to receivers that accept a connection and never respond. */
export async function hangWebhooks(client: AttackClient): Promise<void> {
  const { imports, patterns, model, userId } = client.channels
  const groups = [...imports, ...patterns, ...model]
  const server = createServer((socket) => {
    client.note('opened')
    socket.on('error', () => {}).resume()
  })
  server.listen(hangingPort, '127.0.0.1')
  const url = (index: number) => `http://127.0.0.1:${hangingPort}/${index}`
  const created: string[] = []
  await inParallel(groups.length, async (worker) => {
    const path = `${of(groups[worker] ?? '')}/webhooks`
    for (let index = 0; index < webhooksPerGroup && !client.signal.aborted; index++) {
      const body = JSON.stringify({ url: url(index), events: ['message.created'], contents: 'full' })
      const answer = await client.ask({ method: 'POST', path, body })
      if (answer?.status === 201) created.push(`${path}/${(JSON.parse(answer.body.toString()) as { id: string }).id}`)
    }
  })
  await keepPace(client, { perSecond: 20, most: 60 }, async (count) => {
    const group = groups[count % groups.length] ?? ''
    const message = text(`Something for your webhooks ${idOf('webhook', count)}`)
    await client.deliver([event(group, { type: 'message', replyToken: token(), message, userId })])
  })
  server.close()
}
