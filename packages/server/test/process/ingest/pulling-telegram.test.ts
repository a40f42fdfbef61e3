import assert from 'node:assert/strict'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { type Simulator, startSimulator } from '@innkeeper/simulator-telegram'
import type { Random } from '@innkeeper/testdata'
import { seedChannel } from '../../store/seed-channel.ts'
import { until } from '../../support/eventually.ts'
import { assertNowhere } from '../../support/folder.ts'
import { drawRandom } from '../../support/line/line-load.ts'
import { openDatabase } from '../../support/process/postgres.ts'
import { innkeeper, newFolder, serve, withData } from '../../support/process/process.ts'
import {
  assertAllOnce,
  drawLongKill,
  type KilledService,
  killUntilReceived,
  leastLongKills,
} from '../../support/pulling/kill-while-pulling.ts'
import { queryStore } from '../../support/pulling/polling-service.ts'
import { isSoak } from '../../support/soak.ts'

// Telegram delivers up to 100 updates at once, so fewer would be received before the first kill.
const total = isSoak ? 10_000 : 600

const onSqlite = async (): Promise<Record<string, string>> => ({})
const onPostgres = async () => {
  const { url, drop } = await openDatabase()
  after(drop)
  return { INNKEEPER_DATABASE_URL: url }
}
// In the short form, the test of other pulled platforms covers SQLite.
const engines = isSoak ? { SQLite: onSqlite, PostgreSQL: onPostgres } : { PostgreSQL: onPostgres }

for (const [engine, openEngine] of Object.entries(engines)) {
  test(`a service that is killed while it receives from Telegram loses nothing and stores nothing twice, on ${engine}`, {
    timeout: isSoak ? 900_000 : 300_000,
  }, async (context) => {
    const random = drawRandom(context)
    const service = await openKilledService(random, await openEngine())
    const drawKill = () => (isSoak ? drawLongKill(random) : { polls: random.between(2, 3), afterMs: random.below(60) })
    const kills = await killUntilReceived(service, drawKill)
    context.diagnostic(`killed ${kills} times`)
    assert.ok(kills >= (isSoak ? leastLongKills : 2), 'it was killed before it was done')
    await assertAllOnce(service)
  })
}

test('with only a token set, the start command runs the service, and messages arrive', async () => {
  const telegram = await startSimulator({ limits: null })
  after(() => telegram.stop())
  const env = { TELEGRAM_BOT_TOKEN: telegram.token, TELEGRAM_API_BASE_URL: telegram.url }
  const dataDir = newFolder()
  const service = await serve(dataDir, { command: 'start', env })
  telegram.addUser({ firstName: 'Mai' }).start()
  await until(() => telegram.sent.some(({ message }) => /I’m Innkeeper/.test(message.text ?? '')), 'it answers')
  const { stdout } = service.printed()
  assert.match(stdout, /Telegram +connected, no public address needed/)
  assert.doesNotMatch(stdout, /Chat page/, 'it is no demo')
  assert.ok(!stdout.includes(telegram.token))
  const snapshot = join(newFolder(), 'snapshot')
  assert.equal((await innkeeper(['snapshot', snapshot, '--data', dataDir], { env })).code, 0)
  assert.equal((await service.stop()).code, 0)
  for (const folder of [dataDir, snapshot]) assertNowhere(folder, telegram.token.split(':')[1] ?? '')
})

async function openKilledService(random: Random, env: Record<string, string>): Promise<KilledService> {
  const telegram = await startSimulator({ limits: null, bot: { privacyMode: false } })
  after(() => telegram.stop())
  const life = await drawUpdates(random, telegram)
  const dataDir = newFolder()
  const owner = `tg:${life.ownerId}`
  const people = { owner, subscribers: [owner] }
  await withData(dataDir, ({ store }) => seedChannel(store, life.channelId, people, Date.now(), 'telegram'), { env })
  const settings = { ...env, TELEGRAM_BOT_TOKEN: telegram.token, TELEGRAM_API_BASE_URL: telegram.url }
  const countPolls = () => telegram.requests.filter(({ name }) => name === 'getUpdates').length
  const waiting = () => telegram.updates.list().length
  return {
    eventIds: life.updateIds.map(String),
    expected: life.expected,
    waiting,
    async nextPolls(count) {
      const last = countPolls() + count
      // The last one waits until something happens.
      await until(() => countPolls() >= last || waiting() === 0, 'it asks', { everyMs: 10, mostMs: 240_000 })
    },
    start: ({ killAt }) => serve(dataDir, { env: settings, killAt }),
    countBefore: (position) => Number(position.split(' ')[0]) + 1 - (life.updateIds[0] ?? 0),
    query: (text) => queryStore({ dataDir, url: env.INNKEEPER_DATABASE_URL }, text),
  }
}

/**
 * Of every twenty: messages, one of them delivered again under another number, six edits, which are more than one commit takes, and
 * one update of an unknown kind.
 */
async function drawUpdates(random: Random, telegram: Simulator) {
  const [mai, ken] = [telegram.addUser({ firstName: 'Mai' }), telegram.addUser({ firstName: 'Ken' })]
  const group = telegram.addGroup({ title: 'Flat', owner: mai, members: [ken] })
  group.invite()
  const first = telegram.updates.nextId
  // Its arrival isn't part of the test, and would be announced in the group.
  await fetch(`${telegram.url}/bot${telegram.token}/getUpdates?offset=${first}`)
  const expected = { messages: 0, edits: 0, unread: 0 }
  const editable: number[] = []
  for (let index = 0; index < total; index++) {
    const turn = index % 20
    const [edited] = turn > 12 ? editable.splice(random.below(editable.length), 1) : []
    if (turn === 19) {
      telegram.sendUpdate({ hologram: { number: index } })
      expected.unread++
    } else if (turn === 12) group.repeat(editable.at(-1) ?? 0)
    else if (edited !== undefined) {
      group.edit(ken, edited, `New ${index}`)
      expected.edits++
    } else {
      editable.push(group.say(ken, `Number ${index}`).message.message_id)
      expected.messages++
    }
  }
  const updateIds = telegram.updates.list().map(({ update_id: id }) => id)
  assert.equal(updateIds.length, total)
  return { channelId: `tg:${group.id}`, ownerId: mai.id, updateIds, expected }
}
