import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { type Caller, createCaller } from '../support/http/caller.ts'
import { type Running, serve } from '../support/process/process.ts'

export type Message = { id: string; timestamp: string; type: string; content?: string }
export type Entry = {
  entryId: number
  kind: string
  messageId?: string
  editedAt?: number
  quote?: object
  content?: { type: string; text?: string; imageSet?: object }
}

/** A running demo, as its startup message describes it. */
export type Demo = {
  service: Running
  /** The service's address on this machine, regardless of its public address. */
  url: string
  owner: Caller
  key: string
  channel: string
  page: ReturnType<typeof openPage>
}

export async function startDemo(
  dataDir: string,
  { port, host, env = {} }: { port?: number; host?: string; env?: Record<string, string> } = {},
): Promise<Demo> {
  const words = [...(port ? ['--port', String(port)] : []), ...(host ? ['--host', host] : [])]
  const service = await serve(dataDir, { command: 'start', words, env: { INNKEEPER_SIMULATOR_PORT: '0', ...env } })
  const { stdout } = service.printed()
  const [, key = ''] = /Your key +(ink_\w+)\n/.exec(stdout) ?? []
  const [, chatUrl = ''] = /Chat page +(http:\S+)\n/.exec(stdout) ?? []
  const [, channelId = ''] = /\/api\/channels\/(\w+)\//.exec(stdout) ?? []
  const url = port ? `http://127.0.0.1:${port}` : service.url
  const owner = createCaller(url, `Bearer ${key}`)
  return { service, url, owner, key, channel: `/api/channels/${channelId}`, page: openPage(chatUrl, channelId) }
}

/** The requests that the chat page makes. */
function openPage(chatUrl: string, chatId: string) {
  // biome-ignore lint/suspicious/noExplicitAny: the page's own tests check the shape of its answers
  const call = async (path: string, body?: object): Promise<any> => {
    const answer = await fetch(`${chatUrl}/chat/${path}`, {
      method: body ? 'POST' : 'GET',
      ...(body ? { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) } : {}),
    })
    assert.equal(answer.status, 200, path)
    return await answer.json()
  }
  return {
    chatUrl,
    people: async (): Promise<{ userId: string; name: string }[]> => (await call('world')).people,
    /** The whole chat, oldest first. */
    async entries(): Promise<Entry[]> {
      let all: Entry[] = []
      for (let before = ''; ; before = `&before=${all[0]?.entryId}`) {
        const { entries, hasOlder } = await call(`chats/${chatId}/entries?limit=200${before}`)
        all = [...entries, ...all]
        if (!hasOlder) return all
      }
    },
    say: async (as: string, text: string): Promise<string> =>
      (await call(`chats/${chatId}/messages`, { as, type: 'text', text })).entry.messageId,
    unsend: (as: string, messageId: string) => call(`chats/${chatId}/messages/${messageId}/unsend`, { as }),
  }
}

export async function readWeeks({ owner, channel }: Demo): Promise<Message[]> {
  const { from, to } = (await owner.get('/api/usage')).body
  const messages: Message[] = []
  for (let day = Date.parse(from); day <= Date.parse(to) + 86_400_000; day += 86_400_000) {
    const date = new Date(day).toISOString().slice(0, 10)
    let cursor = ''
    do {
      const { body } = await owner.get(`${channel}/backup/messages?date=${date}&limit=100${cursor}`)
      messages.push(...body.messages)
      cursor = body.nextCursor ? `&cursor=${encodeURIComponent(body.nextCursor)}` : ''
    } while (cursor)
  }
  return messages
}

/** Kills the demo once it has printed these words, like a power failure. */
export async function killWhile(dataDir: string, words: string): Promise<void> {
  const program = fileURLToPath(new URL('../../../../innkeeper', import.meta.url))
  const { PATH = '', HOME = '' } = process.env
  const child = spawn(program, ['start', '--port', '0', '--data', dataDir], { env: { PATH, HOME } })
  let printed = ''
  for await (const text of child.stdout.setEncoding('utf8')) {
    printed += text
    if (printed.includes(words)) break
  }
  child.kill('SIGKILL')
  if (child.exitCode === null && child.signalCode === null) await once(child, 'close')
}
