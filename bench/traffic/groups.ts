import { randomBytes } from 'node:crypto'
import { botId } from '../servers/platform.ts'
import { event, furnishGroup, idOf, sign, text, token } from './deliveries.ts'
import { answeredWord, makeRules, teach } from './rules.ts'

// The groups in which the benches of ingest talk, and what is said there.

export const rulesOfGroup = 1_000
export const answeredEvery = 100

/** `answered`: one of a hundred. */
export type Sending = { strangers?: boolean; answered?: boolean }

const groups = Array.from({ length: 20 }, (_, index) => `C${idOf('group', index)}`)
const people = Array.from({ length: 50 }, (_, index) => `U${idOf('person', index)}`)

/** Every group has an owner who subscribes, and rules. `command`: runs the command line on the same store as the service. */
export async function furnish(port: number, command: (...words: string[]) => string): Promise<void> {
  const [userId = ''] = people
  const { key } = JSON.parse(command('keys', 'create', '--user', userId, '--json')) as { key: string }
  const rules = makeRules(rulesOfGroup)
  for (const group of groups) {
    await furnishGroup(port, group, { userId, key })
    await teach(port, group, { key, rules })
  }
}

/** Fresh events, each a request of its own, signed and ready to be sent. */
export function makeRequests(count: number, options: Sending = {}): Buffer[] {
  return Array.from({ length: count }, (_, index) => request(index, options))
}

function request(index: number, { strangers, answered }: Sending): Buffer {
  const group = groups[index % groups.length] ?? ''
  const userId = strangers ? `U${randomBytes(16).toString('hex')}` : people[(index * 7) % people.length]
  const thing = answered && index % answeredEvery === 0 ? answeredWord : 'blue umbrella'
  const message = text(`Message ${index}: see you at seven, bring the ${thing} 傘`)
  const body = JSON.stringify({
    destination: botId,
    events: [event(group, { type: 'message', replyToken: token(), message, userId })],
  })
  const head = `POST /webhooks/line HTTP/1.1\r\nHost: x\r\nContent-Type: application/json; charset=utf-8\r\nX-Line-Signature: ${sign(body)}\r\nUser-Agent: LineBotWebhook/2.0\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n`
  return Buffer.from(head + body)
}
