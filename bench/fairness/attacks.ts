import { connect } from 'node:net'
import { event, idOf, text, token } from '../traffic/deliveries.ts'
import { editedRules, longText, manyRules } from './hostile-channels.ts'
import { type AttackClient, inParallel, keepAsking, keepPace, rest } from './hostile-client.ts'
import { deleteGroup, deleteLargeGroups, hangWebhooks, uploadHistories } from './long-work.ts'

// Every expensive feature, used as fast as it is allowed. All of them run at the same time.

/** Each runs until its signal is aborted, regardless of refusals. */
export const attacks: Record<string, (client: AttackClient) => Promise<void>> = {
  search: searchCommonWords,
  explain: explainEvilPatterns,
  replay: replayHistory,
  conflicts: findConflicts,
  unanswered: listUnanswered,
  imports: importRules,
  edits: editLargeAssistants,
  zip: downloadZips,
  exports: exportHistory,
  live: openStreams,
  questions: askTheModel,
  messages: sendHugeMessages,
  members: letThousandsJoin,
  forget: forgetPeople,
  erasing: eraseChannels,
  retention: letMessagesExpire,
  large: deleteLargeGroups,
  histories: uploadHistories,
  webhooks: hangWebhooks,
  reads: readLargeAnswers,
  keys: mintKeys,
  stalled: stallBodies,
}

const of = (channelId: string) => `/api/channels/${channelId}`
const pick = <T>(list: readonly T[], at: number): T => list[at % list.length] as T

/** If no message has the type, every candidate is read for nothing. */
async function searchCommonWords(client: AttackClient): Promise<void> {
  const queries = ['q=umbrella&limit=100', 'q=bring%20the&type=video', 'q=see%20you&type=audio', 'q=e%20b&type=file']
  const path = `${of(client.channels.history)}/backup/search`
  await keepAsking(client, 8, (count) => ({ method: 'GET', path: `${path}?${pick(queries, count)}` }))
}

/** Starts a second late, so that replays and conflicts get a part of the budget that all three share. */
async function explainEvilPatterns(client: AttackClient): Promise<void> {
  await rest(client.signal, 1_000)
  const bodies = Array.from({ length: 8 }, () => JSON.stringify({ text: longText() }))
  await keepAsking(client, 30, (count) => ({
    method: 'POST',
    path: `${of(pick(client.channels.patterns, count))}/assistant/explain`,
    body: pick(bodies, count),
  }))
}

/** Starts after the first conflicts, for the same reason: at most three of these run at once. */
async function replayHistory(client: AttackClient): Promise<void> {
  await rest(client.signal, 500)
  const { history, patterns } = client.channels
  const groups = [...patterns, history]
  const rule = {
    keywords: ['[ab]*a[ab]{480}d', '.*umbrella.*傘.*9'],
    question: 'Draft?',
    answer: 'Yes.',
    match: 'regex',
  }
  const body = JSON.stringify({ rule })
  await keepAsking(client, 8, (count) => ({
    method: 'POST',
    path: `${of(pick(groups, count))}/assistant/replay`,
    body,
  }))
}

async function findConflicts(client: AttackClient): Promise<void> {
  const { history, patterns } = client.channels
  const groups = [history, ...patterns]
  await keepAsking(client, 2, (count) => ({
    method: 'POST',
    path: `${of(pick(groups, count))}/assistant/conflicts`,
    body: '{}',
  }))
}

/** Waits in the queue of replays and conflicts, and shares their budget. */
async function listUnanswered(client: AttackClient): Promise<void> {
  await rest(client.signal, 1_500)
  const path = `${of(client.channels.history)}/assistant/unanswered`
  await keepAsking(client, 3, () => ({ method: 'GET', path }))
}

/** Each import changes every rule of the one before. */
async function importRules(client: AttackClient): Promise<void> {
  const bodies = ['first', 'second'].map((edition) => {
    const assistant = { format: 'innkeeper-assistant/1', rules: manyRules(7_000, edition) }
    return Buffer.from(JSON.stringify({ assistant, mode: 'replace' }))
  })
  const { imports } = client.channels
  await inParallel(imports.length, async (worker) => {
    const path = `${of(pick(imports, worker))}/assistant/import`
    await keepAsking(client, 1, (count) => ({ method: 'POST', path, body: pick(bodies, count) }))
  })
}

/** After a change, thousands of rules must be loaded and compiled again for the next message. */
async function editLargeAssistants(client: AttackClient): Promise<void> {
  const { edited, userId } = client.channels
  await inParallel(edited.length, async (worker) => {
    const group = pick(edited, worker)
    const path = `${of(group)}/assistant/qa/many-`
    for (let count = 0; !client.signal.aborted; count++) {
      const body = JSON.stringify({ answer: `Answer ${count} of now.` })
      const answer = await client.ask({ method: 'PUT', path: `${path}${count % editedRules}`, body })
      const message = text('Does anyone hear me?')
      await client.deliver([event(group, { type: 'message', replyToken: token(), message, userId })])
      await rest(client.signal, answer?.status === 429 ? 1_000 : 250)
    }
  })
}

/** At about the speed of a gigabit line, all four together. */
async function downloadZips(client: AttackClient): Promise<void> {
  const { history, mediaIds } = client.channels
  const body = JSON.stringify({ ids: mediaIds })
  const path = `${of(history)}/backup/zip`
  await keepAsking(client, 4, () => ({ method: 'POST', path, body, mostBytesPerSecond: 30_000_000 }))
}

/** Plans exports of the whole history in all formats, and downloads their months. */
async function exportHistory(client: AttackClient): Promise<void> {
  const path = `${of(client.channels.history)}/backup/export`
  const body = JSON.stringify({ formats: ['jsonl', 'csv', 'txt', 'md', 'line', 'transcript'], media: false })
  const planned = await client.ask({ method: 'POST', path, body })
  const ids = Array.from(String(planned?.body ?? '').matchAll(/"id":"([^"]+)"/g), ([, id = '']) => id)
  await keepAsking(client, 4, (at) =>
    at % 4 === 0 || ids.length === 0
      ? { method: 'POST', path, body }
      : { method: 'GET', path: `${path}/${encodeURIComponent(pick(ids, at))}` },
  )
}

/** As many as the service allows. Every other one is not read. */
async function openStreams(client: AttackClient): Promise<void> {
  const most = 2_100
  const path = `${of(client.channels.history)}/events`
  let isOpen = 0
  await inParallel(10, async (worker) => {
    while (!client.signal.aborted) {
      const stream = isOpen < most ? await client.open(path) : undefined
      if (!stream) {
        await rest(client.signal, 2_000)
        continue
      }
      isOpen++
      client.signal.addEventListener('abort', () => stream.destroy(), { once: true })
      stream.on('close', () => isOpen--)
      if (worker % 2 === 0) stream.resume()
    }
  })
}

async function askTheModel(client: AttackClient): Promise<void> {
  const { model, userId } = client.channels
  await keepPace(client, { perSecond: 10, most: 40 }, async (count) => {
    const message = text(`What about topic ${count}? `.padEnd(1_000, 'please '))
    await client.deliver([event(pick(model, count), { type: 'message', replyToken: token(), message, userId })])
  })
}

/** As fast as one person and their friends can make a platform deliver. */
async function sendHugeMessages(client: AttackClient): Promise<void> {
  const { patterns, history, userId } = client.channels
  const texts = Array.from({ length: 50 }, longText)
  const chats = [...patterns, history, undefined]
  await keepPace(client, { perSecond: 20, most: 60 }, async (count) => {
    const group = pick(chats, count)
    const message = text(pick(texts, count))
    const said = event(group ?? '', { type: 'message', replyToken: token(), message, userId })
    await client.deliver([group ? said : { ...said, source: { type: 'user', userId } }])
  })
}

/** Members join and leave, fifty at a time, and occasionally the bot is invited again and reads the whole member list. */
async function letThousandsJoin(client: AttackClient): Promise<void> {
  const { crowd } = client.channels
  const members = (start: number) =>
    Array.from({ length: 50 }, (_, at) => ({
      type: 'user',
      userId: `U${idOf('passer-by', (start * 50 + at) % 20_000)}`,
    }))
  const coming = keepPace(client, { perSecond: 4, most: 20 }, async (count) => {
    const common = { replyToken: token() }
    const half = Math.floor(count / 2)
    const change =
      count % 20 === 19
        ? { ...common, type: 'join' }
        : count % 2 === 0
          ? { ...common, type: 'memberJoined', joined: { members: members(half) } }
          : { type: 'memberLeft', left: { members: members(half) } }
    await client.deliver([event(crowd, change)])
  })
  const looking = keepAsking(client, 3, () => ({ method: 'GET', path: `${of(crowd)}/members` }))
  await Promise.all([coming, looking])
}

/** People who have just written something ask to be forgotten. */
async function forgetPeople(client: AttackClient): Promise<void> {
  const { crowd, patterns } = client.channels
  await keepPace(client, { perSecond: 4, most: 20 }, async (count) => {
    const userId = `U${idOf('forgotten', count)}`
    const said = (group: string, words: string) =>
      event(group, { type: 'message', replyToken: token(), message: text(words), userId })
    const inPrivate = (words: string) => ({ ...said('', words), source: { type: 'user', userId } })
    await client.deliver([crowd, ...patterns].map((group) => said(group, 'See you at seven')))
    await client.deliver([inPrivate('/forget')])
    await client.deliver([inPrivate('/forget yes')])
  })
}

const erasedMessages = 2_000
const atOnce = 100

/** Groups are filled and deleted again. */
async function eraseChannels(client: AttackClient): Promise<void> {
  const { userId } = client.channels
  await inParallel(2, async (worker) => {
    for (let count = 0; !client.signal.aborted; count++) {
      const group = `C${idOf(`erased by ${worker} at ${Date.now()}`, count)}`
      const said = (words: string) =>
        event(group, { type: 'message', replyToken: token(), message: text(words), userId })
      await client.deliver([event(group, { type: 'join', replyToken: token() })])
      await client.deliver([said('/claim')])
      await client.ask({ method: 'POST', path: `${of(group)}/backup/subscribe` })
      for (let sent = 0; sent < erasedMessages && !client.signal.aborted; sent += atOnce)
        await client.deliver(Array.from({ length: atOnce }, (_, at) => said(`Umbrella number ${sent + at}`)))
      await deleteGroup(client, group)
    }
  })
}

/** Messages arrive that have expired already, the owner changes their mind about it, and looks what would be deleted. */
async function letMessagesExpire(client: AttackClient): Promise<void> {
  const { model, history, userId } = client.channels
  const group = pick(model, 0)
  const longAgo = Date.now() - 3 * 86_400_000
  const arriving = keepPace(client, { perSecond: 4, most: 10 }, async (count) => {
    const old = (at: number) => ({
      ...event(group, { type: 'message', message: text(`Old umbrella ${count} ${at}`), userId }),
      timestamp: longAgo + at,
    })
    await client.deliver(Array.from({ length: atOnce }, (_, at) => old(at)))
  })
  const changing = keepAsking(client, 1, (count) => ({
    method: 'PUT',
    path: `${of(group)}/settings`,
    body: JSON.stringify({ retentionDays: 1 + (count % 2) }),
  }))
  const looking = keepAsking(client, 4, (count) => ({
    method: 'GET',
    path: `${of(history)}/settings/retention?days=${1 + (count % 5)}`,
  }))
  await Promise.all([arriving, changing, looking])
}

async function readLargeAnswers(client: AttackClient): Promise<void> {
  const { patterns, edited, history } = client.channels
  const paths = [
    `${of(pick(patterns, 0))}/backup/timeline?limit=200`,
    `${of(pick(edited, 0))}/assistant/qa`,
    `${of(pick(edited, 1))}/assistant/export`,
    `${of(pick(edited, 2))}/assistant/export.csv`,
    `${of(pick(edited, 0))}/assistant/versions/1`,
    `${of(history)}/backup/days?from=2025-11-01`,
    `${of(history)}/backup/messages?limit=100`,
    `${of(history)}/assistant/log?limit=100`,
    `${of(history)}/audit?limit=100`,
    '/api/overview',
    '/api/usage',
  ]
  await keepAsking(client, 6, (count) => ({ method: 'GET', path: pick(paths, count) }))
}

/** With more keys, a limit per key would be reached later. */
async function mintKeys(client: AttackClient): Promise<void> {
  const most = 110
  await keepAsking({ ...client, ask: mint }, 1, () => ({
    method: 'POST',
    path: '/api/keys',
    body: JSON.stringify({ name: 'another' }),
  }))
  async function mint(asked: Parameters<AttackClient['ask']>[0]) {
    if (client.keys.length >= most) {
      await rest(client.signal, 1_000)
      return undefined
    }
    const answer = await client.ask(asked)
    if (answer?.status === 201) client.keys.push((JSON.parse(answer.body.toString()) as { key: string }).key)
    return answer
  }
}

/** Bodies that never end, on routes that need no key. */
async function stallBodies(client: AttackClient): Promise<void> {
  const kinds = [
    // Just below the limit for callers without a key: anything longer is refused by its Content-Length.
    { path: '/sign-in/link', sizeBytes: 4_000, connections: 150 },
    { path: '/webhooks/line', sizeBytes: 250_000, connections: 50 },
  ]
  await Promise.all(
    kinds.map(({ path, sizeBytes, connections }) => {
      const head = `POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: ${sizeBytes + 1}\r\n\r\n`
      const part = Buffer.concat([Buffer.from(head), Buffer.alloc(sizeBytes, 0x20)])
      return inParallel(connections, async () => {
        while (!client.signal.aborted) {
          await stall(client, part)
          await rest(client.signal, 250)
        }
      })
    }),
  )
}

/** Resolves when the service closes the connection, or when the attack ends. */
function stall({ port, signal, note }: AttackClient, part: Buffer): Promise<void> {
  return new Promise((resolve) => {
    const socket = connect({
      port,
      host: '127.0.0.1',
      ...(process.platform === 'linux' && { localAddress: '127.0.0.2' }),
    })
    const end = () => socket.destroy()
    let status = ''
    signal.addEventListener('abort', end, { once: true })
    socket.on('connect', () => note('opened'))
    socket.on('data', (chunk) => {
      status ||= /^HTTP\/1\.1 (\d{3})/.exec(chunk.toString('latin1'))?.[1] ?? ''
    })
    socket.on('error', () => {})
    socket.on('close', () => {
      signal.removeEventListener('abort', end)
      if (!signal.aborted) note(status || 'cut off')
      resolve()
    })
    socket.write(part)
  })
}
