import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import type { Ledger, OperatorReport } from '@innkeeper/contract'
import { type FaultKind, type Simulator, startSimulator } from '@innkeeper/simulator-telegram'
import { eventually, until } from '../../support/eventually.ts'
import { startTelegramTestService, untilOwned } from '../../support/telegram/telegram.ts'
import { startTestService, type TestService } from '../../support/test-service.ts'

// The tests build on each other, because all of this happens in the life of one service.

const { service, telegram } = await startTelegramTestService({}, { bot: { privacyMode: false } })
const { environment } = service
const mai = telegram.addUser({ firstName: 'Mai' })
const group = telegram.addGroup({ title: 'Flat', owner: mai })
const [channelId, ownerId] = [`tg:${group.id}`, `tg:${mai.id}`]
group.invite()
group.say(mai, 'hello')
await allReceived()
await untilOwned(service, group, mai)
await service.subscribe(channelId, ownerId)

test('messages survive pages of a proxy and answers that get lost on their way, and none is there twice', async () => {
  const kinds: FaultKind[] = ['502', 'accept-then-drop', 'drop-mid-body']
  for (const kind of kinds) {
    const fault = telegram.faults.add({ on: 'getUpdates', do: kind, times: 1 })
    group.say(mai, `before ${kind}`)
    await until(() => fault.hits === 1, 'it asks')
    group.say(mai, `after ${kind}`)
    await allReceived()
  }
  assert.deepEqual(
    await readSaid(service),
    kinds.flatMap((kind) => [`before ${kind}`, `after ${kind}`]),
  )
  assert.equal((await readConnection(service)).missed, null)
})

test('what another program with the same token took away is reported, and shown as a gap', async () => {
  assert.equal((await readConnection(service)).lastConflictAt, null, 'control: no one else is there yet')
  const taken = pollAsAnother({ timeout: 20 })
  await eventually(
    () => readConnection(service),
    ({ lastConflictAt }) => lastConflictAt !== null,
  )
  service.clock.now += 60_000
  group.say(mai, 'taken away')
  const [update] = (await taken).result
  await pollAsAnother({ offset: update.update_id + 1, timeout: 0 })
  group.say(mai, 'still here')
  await allReceived()
  const said = await readSaid(service)
  assert.ok(said.includes('still here') && !said.includes('taken away'), String(said))
  assert.match((await readConnection(service)).missed?.reason ?? '', /Another program/)
  const owner = await service.caller(ownerId)
  const { items } = (await owner.get(`/api/channels/${channelId}/backup/timeline?limit=50`)).body
  assert.ok(items.some(({ what }: { what?: string }) => what === 'events-missed'))
  const { days }: Ledger = (await owner.get(`/api/channels/${channelId}/backup/ledger`)).body
  const gaps = days.flatMap((day) => day.gaps.map((gap) => `${day.state}: ${gap.reason}, known from ${gap.knownFrom}`))
  assert.deepEqual(gaps, ['partly: events-missed, known from platform'])
})

test('a token that was revoked, pauses of an hour, and the token of another bot are respected', async () => {
  const old = telegram.token
  const token = telegram.revokeToken()
  assert.notEqual(token, old)
  // The poll that waits is still answered.
  group.say(mai, 'with the old token')
  await eventually(
    () => readConnection(service),
    (connection) => connection.token === 'refused',
  )
  group.say(mai, 'without a valid token')
  await service.stop()
  const next = await startTestService(settingsOf(telegram), { at: environment, connectors: [], now: service.clock.now })
  await allReceived()
  assert.deepEqual((await readSaid(next)).slice(-2), ['with the old token', 'without a valid token'])
  await eventually(
    () => readConnection(next),
    (connection) => connection.token === 'accepted',
  )

  const fault = telegram.faults.add({ on: 'getUpdates', do: '429', retryAfterSeconds: 3_600, times: 1 })
  group.say(mai, 'before an hour of silence')
  await until(() => fault.hits === 1, 'it asks')
  const polls = countPolls(telegram)
  await pause(2_000)
  assert.equal(countPolls(telegram), polls, 'it leaves Telegram alone for as long as Telegram wishes')
  assert.equal((await readSaid(next)).at(-1), 'before an hour of silence')
  await next.stop()

  // Its chats are others.
  const other = await startSimulator()
  after(() => other.stop())
  const last = await startTestService(settingsOf(other), { at: environment, connectors: [], now: service.clock.now })
  await eventually(
    () => readConnection(last),
    (connection) => connection.token === 'refused',
  )
  assert.deepEqual(other.requests, [])
})

test('after more than 24 hours, only the next message tells whether anything is missing', async () => {
  const hourMs = 60 * 60_000
  for (const isLost of [false, true]) {
    const started = await startTelegramTestService({}, { bot: { privacyMode: false } })
    const { telegram: there, service: before } = started
    const ann = there.addUser({ firstName: 'Ann' })
    ann.start()
    await until(() => there.updates.list().length === 0, 'everything is received and confirmed')
    await before.stop()
    if (isLost) ann.say('nobody receives this')
    before.clock.now += 24 * hourMs + 60_000
    // Telegram and the service have the same clock.
    const now = before.clock.now
    const again = await startTestService(settingsOf(there), { at: before.environment, connectors: [], now })
    await eventually(
      () => readConnection(again),
      ({ lastPollAt }) => lastPollAt !== null && Date.parse(lastPollAt) >= now,
    )
    assert.equal((await readConnection(again)).missed, null, 'nothing is known yet')
    ann.say('hello again')
    await until(() => there.updates.list().length === 0, 'everything is received and confirmed')
    const { missed } = await readConnection(again)
    if (isLost) assert.match(missed?.reason ?? '', /away for more than 24 hours.+may be missing/)
    else assert.equal(missed, null)
    await again.stop()
  }
})

function settingsOf({ token, url }: Simulator): Record<string, string> {
  return { TELEGRAM_BOT_TOKEN: token, TELEGRAM_API_BASE_URL: url, TELEGRAM_LOGIN_BASE_URL: url }
}

async function allReceived(): Promise<void> {
  await until(() => telegram.updates.list().length === 0, 'everything is received and confirmed')
}

function countPolls({ requests }: Simulator): number {
  return requests.filter(({ name }) => name === 'getUpdates').length
}

async function pollAsAnother(parameters: { offset?: number; timeout: number }) {
  const body = JSON.stringify(parameters)
  const headers = { 'content-type': 'application/json' }
  const answer = await fetch(`${telegram.url}/bot${telegram.token}/getUpdates`, { method: 'POST', headers, body })
  return (await answer.json()) as { result: [{ update_id: number }] }
}

async function readSaid({ caller }: Pick<TestService, 'caller'>): Promise<string[]> {
  const { messages } = (await (await caller(ownerId)).get(`/api/channels/${channelId}/backup/messages`)).body
  return messages.map(({ content }: { content: string }) => content)
}

async function readConnection({ caller }: Pick<TestService, 'caller'>) {
  const operator = await caller('U-operator', { isOperator: true })
  const { connections } = (await operator.get('/api/operator')).body as OperatorReport
  return connections[0] ?? assert.fail('no connection')
}
