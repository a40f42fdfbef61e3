import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { type Group, startSimulator } from '@innkeeper/simulator-telegram'
import { createTelegramConnector } from '../../../src/adapters/telegram/telegram-connector.ts'
import { eventually, until } from '../../support/eventually.ts'
import { untilOwned } from '../../support/telegram/telegram.ts'
import { startTestService } from '../../support/test-service.ts'

// The service, Telegram and its limits all use the clock that the tests move.

let clock = { now: 0 }
const telegram = await startSimulator({
  limits: null,
  bot: { privacyMode: false },
  clock: () => clock.now || Date.now(),
})
after(() => telegram.stop())
const connector = createTelegramConnector({
  token: telegram.token,
  apiBaseUrl: telegram.url,
  filesFolder: null,
  clock: () => clock.now,
  pacingClock: () => clock.now,
  timeLimitMs: 1_000,
})
const service = await startTestService({}, { connectors: [connector] })
clock = service.clock
const mai = telegram.addUser({ firstName: 'Mai' })

/** Groups in which the bot has introduced itself, and that don't have to wait for their next message. */
async function openGroups(count: number): Promise<Group[]> {
  const groups = Array.from({ length: count }, () => telegram.addGroup({ title: 'Flat', owner: mai }))
  for (const group of groups) group.invite()
  await until(() => groups.every((group) => requestsTo(group).length === 1), 'the bot introduces itself')
  for (const group of groups) group.say(mai, 'hello')
  await until(() => telegram.updates.list().length === 0, 'everything is received')
  for (const group of groups) await untilOwned(service, group, mai)
  clock.now += 2_000
  return groups
}

function requestsTo({ id }: Group) {
  return telegram.requests.filter(({ name, parameters }) => name === 'sendMessage' && parameters.chat_id === id)
}

async function statesIn({ id }: Group): Promise<string[]> {
  const owner = await service.caller(`tg:${mai.id}`)
  const { sends } = (await owner.get(`/api/channels/tg:${id}/assistant/log`)).body
  return sends.map(({ state }: { state: string }) => state)
}

const failSends = ({ id }: Group, fault: Omit<Parameters<typeof telegram.faults.add>[0], 'on'>) =>
  telegram.faults.add({ ...fault, on: ({ route, parameters }) => route === 'sendmessage' && parameters.chat_id === id })

test('what Telegram may have shown is sent once, whatever became of the answer, and the log says that it is unknown', async () => {
  const kinds = ['accept-then-drop', 'accept-then-hang', 'accept-then-500', '502', 'hang'] as const
  const groups = await openGroups(kinds.length + 1)
  for (const [index, kind] of kinds.entries()) failSends(groups[index] as Group, { do: kind })
  for (const group of groups) group.say(mai, '/help')
  for (const [index, group] of groups.entries()) {
    const kind = kinds[index] ?? 'control'
    const expected = kind === 'control' ? 'sent' : 'unknown'
    await eventually(
      () => statesIn(group),
      ([state]) => state === expected,
    )
  }
  clock.now += 9 * 60_000
  telegram.faults.clear()
  const [last] = groups.slice(-1)
  last?.say(mai, '/help')
  await until(() => last !== undefined && requestsTo(last).length === 3, 'another one is answered')
  assert.deepEqual(
    groups.map((group) => requestsTo(group).length),
    [...kinds.map(() => 2), 3],
    'besides the introduction, one request each',
  )
})

test('a chat that Telegram pauses for 35 seconds gets no request in that time, and others are answered', async () => {
  const [paused, other] = (await openGroups(2)) as [Group, Group]
  const fault = failSends(paused, { do: '429', retryAfterSeconds: 35, times: 1 })
  const startedAt = clock.now
  paused.say(mai, '/help')
  await until(() => fault.hits === 1, 'it is refused')
  paused.say(mai, '/rules')
  other.say(mai, '/help')
  await until(() => requestsTo(other).length === 2, 'the other group is answered')
  clock.now = startedAt + 34_900
  other.say(mai, '/rules')
  await until(() => requestsTo(other).length === 3, 'the other group is answered again')
  assert.equal(requestsTo(paused).length, 2)
  clock.now = startedAt + 35_000
  await until(() => requestsTo(paused).length === 3, 'the refused one is sent')
  clock.now += 1_000
  await until(() => requestsTo(paused).length === 4, 'and the one after it')
  assert.deepEqual(
    requestsTo(paused).map(({ at, status }) => [Math.floor((at - startedAt) / 1000), status]),
    [
      [-2, 200],
      [0, 429],
      [35, 200],
      [36, 200],
    ],
  )
})

test('the 21st message to a group in a minute waits for its turn, and other groups do not', async () => {
  const [busy, other] = (await openGroups(2)) as [Group, Group]
  for (let sent = 1; sent < 20; sent++) {
    busy.say(mai, '/help')
    await until(() => requestsTo(busy).length === sent + 1, 'it is answered', { everyMs: 5 })
    clock.now += 1_000
  }
  busy.say(mai, '/help')
  other.say(mai, '/help')
  await until(() => requestsTo(other).length === 2, 'the other group is answered')
  const [first] = requestsTo(busy)
  assert.ok(first)
  clock.now = first.at + 59_000
  other.say(mai, '/rules')
  await until(() => requestsTo(other).length === 3, 'the other group is answered again')
  assert.equal(requestsTo(busy).length, 20)
  clock.now = first.at + 60_000
  await until(() => requestsTo(busy).length === 21, 'its turn has come')
})
