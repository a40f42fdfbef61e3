import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { after } from 'node:test'
import type { IncomingEvent, UnreadEvent } from '../../../src/ports/connector.ts'

/** What happened in a chat, with the number under which the platform keeps it until someone confirms it. */
export type Update = { id: number; event?: IncomingEvent; unread?: UnreadEvent }
export type Sent = { chatId: string; text: string; at: number }
/** How the platform treats a message: `silent`: it shows the message in the chat, and never responds. */
export type SendBehaviour = 'accept' | 'silent' | { status: number; body: object }

/**
 * A platform that waits to be asked. It keeps updates until a poll asks for later ones, and then forgets them. It runs in the
 * process of the test, so it survives the service.
 */
export type PolledPlatform = {
  url: string
  /** Adds what happens next. */
  happen(...what: Omit<Update, 'id'>[]): void
  /** How many updates nobody has confirmed. */
  waiting(): number
  /** The lowest number that may still be delivered. */
  confirmed(): number
  /** Who asked, one entry for each poll that was answered. */
  polls: { by: string; offset: number | undefined }[]
  /** Every request to send a message that arrived, in order. */
  sent: Sent[]
  /** Messages that people see. */
  shown: Sent[]
  /** The next responses to polls; undefined: as it should. */
  refuse(refusal: { status: number; body: object } | undefined): void
  behave(choose: (chatId: string, text: string) => SendBehaviour): void
  /** Resolves when so many more polls have been answered. */
  nextPolls(count: number): Promise<void>
}

export async function startPolledPlatform(): Promise<PolledPlatform> {
  const updates: Update[] = []
  let lastId = 0
  let confirmed = 1
  let refusal: { status: number; body: object } | undefined
  let choose: (chatId: string, text: string) => SendBehaviour = () => 'accept'
  let noticed = () => {}
  const wakers = new Set<() => void>()
  const waitForMore = (ms: number) =>
    new Promise<void>((resolve) => {
      const done = () => {
        clearTimeout(timer)
        wakers.delete(done)
        resolve()
      }
      const timer = setTimeout(done, ms)
      wakers.add(done)
    })

  const poll = async (query: URLSearchParams): Promise<[number, object]> => {
    if (refusal) return [refusal.status, refusal.body]
    const offset = query.has('offset') ? Number(query.get('offset')) : undefined
    if (offset !== undefined && offset > confirmed) {
      confirmed = offset
      while (updates[0] && updates[0].id < offset) updates.shift()
    }
    if (updates.length === 0) await waitForMore(Number(query.get('waitMs')))
    platform.polls.push({ by: query.get('by') ?? '', offset })
    noticed()
    return [200, { updates: updates.slice(0, Number(query.get('limit'))), behind: updates.length }]
  }

  const send = async (request: IncomingMessage): Promise<[number, object] | undefined> => {
    const { chatId, text: words } = JSON.parse(await text(request)) as { chatId: string; text: string }
    const one = { chatId, text: words, at: Date.now() }
    platform.sent.push(one)
    const way = choose(chatId, words)
    if (typeof way === 'object') return [way.status, way.body]
    platform.shown.push(one)
    return way === 'silent' ? undefined : [200, {}]
  }

  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '', 'http://platform')
    const answer = url.pathname === '/send' ? send(request) : poll(url.searchParams)
    void answer.then((given) => {
      if (!given) return
      response.writeHead(given[0], { 'content-type': 'application/json' }).end(JSON.stringify(given[1]))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  after(() => {
    server.close()
    server.closeAllConnections()
  })
  const platform: PolledPlatform = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    happen(...what) {
      updates.push(...what.map((one) => ({ ...one, id: ++lastId })))
      for (const wake of wakers) wake()
    },
    waiting: () => lastId + 1 - confirmed,
    confirmed: () => confirmed,
    polls: [],
    sent: [],
    shown: [],
    refuse(given) {
      refusal = given
    },
    behave(given) {
      choose = given
    },
    nextPolls: (count) =>
      new Promise((resolve) => {
        const last = platform.polls.length + count
        noticed = () => {
          if (platform.polls.length >= last) resolve()
        }
      }),
  }
  return platform
}
