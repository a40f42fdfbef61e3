import { randomBytes } from 'node:crypto'
import { event, idOf, setUpGroup, text, token, toRequest } from './deliveries.ts'
import { answeredWord, importRules, makeRules } from './rules.ts'

// The groups of the ingest benches, and the messages in them.

export const rulesOfGroup = 1_000
export const answeredEvery = 100

/** `strangers`: each message comes from someone new. `answered`: a rule answers one message of a hundred. */
export type TrafficOptions = { strangers?: boolean; answered?: boolean }

const groups = Array.from({ length: 20 }, (_, index) => `C${idOf('group', index)}`)
const people = Array.from({ length: 50 }, (_, index) => `U${idOf('person', index)}`)

/**
 * Every group has an owner who subscribes, and rules. `command` runs the command line on the service's store. Returns the owner's key, and
 * the groups.
 */
export async function setUpGroups(
  port: number,
  command: (...words: string[]) => string,
): Promise<{ key: string; groups: readonly string[] }> {
  const [userId = ''] = people
  const { key } = JSON.parse(command('keys', 'create', '--user', userId, '--json')) as { key: string }
  const rules = makeRules(rulesOfGroup)
  for (const group of groups) {
    await setUpGroup(port, group, { userId, key })
    await importRules(port, group, { key, rules })
  }
  return { key, groups }
}

/** New events, each in a signed request of its own. */
export function makeRequests(count: number, options: TrafficOptions = {}): Buffer[] {
  return Array.from({ length: count }, (_, index) => request(index, options))
}

function request(index: number, { strangers, answered }: TrafficOptions): Buffer {
  const group = groups[index % groups.length] ?? ''
  const userId = strangers ? `U${randomBytes(16).toString('hex')}` : people[(index * 7) % people.length]
  const thing = answered && index % answeredEvery === 0 ? answeredWord : 'blue umbrella'
  const message = text(`Message ${index}: see you at seven, bring the ${thing} 傘`)
  return toRequest([event(group, { type: 'message', replyToken: token(), message, userId })])
}
