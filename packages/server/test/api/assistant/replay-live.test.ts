import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type NewRule, type ReplayReport, type Rule, routes, type Send } from '@innkeeper/contract'
import type { Random } from '@innkeeper/testdata'
import { access, type ChannelGrant, identify } from '../../../src/actions/access.ts'
import { replay } from '../../../src/actions/assistant/replay.ts'
import { createRuleRunner } from '../../../src/adapters/thread/rule-runner.ts'
import type { IncomingEvent } from '../../../src/ports/connector.ts'
import type { SendPosition } from '../../../src/ports/records.ts'
import { edited } from '../../support/content/chat-events.ts'
import { message, peopleEvents } from '../../support/content/events.ts'
import { until } from '../../support/eventually.ts'
import { fakeDelivery, fakePlatform } from '../../support/line/fake-platform.ts'
import { drawRandom } from '../../support/line/line-load.ts'
import { isSoak } from '../../support/soak.ts'
import { engine } from '../../support/test-environment.ts'
import { startTestService } from '../../support/test-service.ts'

// The send log has every answer that the live engine decided on, sent or not. A replay over the same messages must produce
// the same list.

const service = await startTestService()
const owner = await service.caller('U-owner')
const begin = Date.parse('2026-02-20T00:00:00Z')
const end = service.clock.now
const days = { from: '2026-02-19', to: '2026-03-10' }
const second = 1000

const topics = 'tea coffee parking wifi opening-hours 営業時間 駅 ที่จอดรถ 密碼 breakfast key laundry pool'.split(' ')
const fillers = ['please', 'where is the', 'また明日', 'ครับ', 'and', 'good morning', '謝謝', 'who has the', 'ok', '!']
/** Only used in questions, so only similarity finds them. */
const themes = ['sauna', 'elevator', 'roof garden']
const asked = (theme: string) => `How does the ${theme} work here`

/** Forty rules over a few words, so several match most messages and cooldowns decide between them. */
function drawRules(random: Random, modes: Rule['match'][]): NewRule[] {
  const seconds = () => random.pick([0, 0, 30, 300, 3600])
  return Array.from({ length: 40 }, (_, index) => {
    const topic = random.pick(topics)
    const match = modes[index % modes.length] ?? null
    const keywords =
      match === 'regex' ? [`${topic}s?.*(please|謝謝|!)`] : match === 'exact' ? [topic, `${topic}!`] : [topic]
    return {
      keywords,
      match,
      question: asked(random.pick(themes)),
      answer: `Answer ${index}`,
      enabled: random.chance(90),
      priority: random.between(-1, 1),
      cooldownSeconds: seconds(),
      memberCooldownSeconds: seconds(),
      schedule: random.chance(30)
        ? [{ days: ['mon', 'wed', 'thu', 'sat'], from: '08:00', to: random.pick(['12:30', '02:00']) }]
        : [],
      activeFrom: random.chance(15) ? '2026-02-27T03:00:00Z' : null,
      activeUntil: random.chance(15) ? '2026-03-05T15:30:00Z' : null,
    }
  })
}

function drawText(random: Random): string {
  if (random.chance(2)) return random.pick(['/help', '/rules'])
  const topic = random.pick(topics)
  if (random.chance(15)) return random.pick([topic, `${topic}!`, topic.toUpperCase()])
  if (random.chance(15)) return `${asked(random.pick(themes))}${random.pick(['?', ' please', ' 謝謝'])}`
  return Array.from({ length: random.between(1, 4) }, () => random.pick(random.chance(50) ? topics : fillers)).join(' ')
}

/** Some messages arrive late, some are edited, and some edits arrive before the message they edit. */
function drawStream(random: Random, channelId: string, length: number): IncomingEvent[] {
  const people = Array.from({ length: 12 }, (_, index) => `U-${index}`)
  let at = begin
  const stream: { arrives: number; event: IncomingEvent }[] = []
  for (let index = 0; index < length; index++) {
    // Messages come in bursts, or no cooldown would ever matter.
    at += random.below(random.chance(60) ? 90 * second : Math.floor((4 * (end - begin)) / length))
    const from = random.pick(people)
    const text = drawText(random)
    const said = message(channelId, Math.min(at, end), { from, name: from, content: { type: 'text', text } })
    const reply = { token: said.messageId, expiresAt: end + 3600 * second, isOneUse: true, cost: 'free' } as const
    const bot = { userId: 'U-bot', displayName: 'Bot', isBot: true as const }
    const event: IncomingEvent = { ...said, reply, ...(random.chance(1) && { sender: bot }) }
    const arrives = at + (random.chance(5) ? random.below(900) * second : 0)
    stream.push({ arrives, event })
    if (!random.chance(4)) continue
    const edit = edited(channelId, Math.min(at + 60 * second, end), said.messageId, drawText(random))
    stream.push({ arrives: arrives + (random.chance(30) ? -1 : 30 * second), event: edit })
  }
  return stream.sort((one, other) => one.arrives - other.arrives).map(({ event }) => event)
}

async function deliver(events: IncomingEvent[]): Promise<void> {
  for (let start = 0; start < events.length; start += 250) {
    const some = events.slice(start, start + 250)
    // Cooldowns are only kept for a day.
    service.clock.now = Math.max(service.clock.now, ...some.map(({ at }) => at))
    const delivery = fakeDelivery({ events: some })
    assert.equal((await owner.request('POST', `/webhooks/${fakePlatform}`, delivery)).status, 200)
  }
}

async function listAnswers(channelId: string): Promise<Send[]> {
  const { channelNo } = await grantFor(channelId).then(({ channel }) => channel)
  const answers: Send[] = []
  let before: SendPosition | undefined = { at: Number.MAX_SAFE_INTEGER, sendId: 0 }
  while (before) {
    const all = { state: undefined, ruleId: undefined, messageId: undefined, since: 0, limit: 1_000_000 }
    const slice = await service.store.listSends(channelNo, { ...all, before })
    answers.push(...slice.sends.map(({ send }) => send).filter(({ kind }) => kind === 'answer'))
    before = slice.next
  }
  return answers
}

async function grantFor(channelId: string): Promise<ChannelGrant> {
  const deps = { store: service.store, clock: () => service.clock.now }
  const token = owner.authorization?.replace('Bearer ', '') ?? ''
  const identity = await identify(deps, { kind: 'key', token }, channelId)
  return access(identity, routes.replayAssistant) as ChannelGrant
}

const runner = createRuleRunner()
/** More than a replay reads at once: 2,000 positions and 200 messages. On a server, an answer takes many round trips. */
const [keywordCount, patternCount] = isSoak ? [10_000, 10_000] : engine === 'sqlite' ? [2_500, 400] : [400, 400]
const streams: { name: string; modes: Rule['match'][]; length: number }[] = [
  { name: 'at once, by keywords', modes: ['exact', 'keyword'], length: keywordCount },
  {
    name: 'one after the other, by patterns and similarity',
    modes: ['exact', 'keyword', 'regex', 'similar'],
    length: patternCount,
  },
]

for (const { name, modes, length } of streams) {
  test(`a replay over ${length} messages matches, hit for hit, what was answered ${name}`, async (context) => {
    const random = drawRandom(context)
    const channelId = `C-${modes.length}`
    service.clock.now = begin - 24 * 3600 * second
    const people = { owner: 'U-owner', members: ['U-0'], subscribers: ['U-owner'] }
    await deliver(peopleEvents(channelId, people, service.clock.now))
    await service.channel(channelId, people)
    const path = `/api/channels/${channelId}`
    await owner.put(`${path}/settings`, { timezone: 'Asia/Tokyo' })
    const qa = { cooldownSeconds: 5, memberCooldownSeconds: 40 }
    assert.equal((await owner.put(`${path}/assistant/config`, { qa })).status, 200)
    const rules: Rule[] = []
    for (const rule of drawRules(random, modes)) {
      service.clock.now += second
      const made = await owner.post(`${path}/assistant/qa`, rule)
      assert.equal(made.status, 201, made.text)
      rules.push(made.body)
    }
    const stream = drawStream(random, channelId, length)
    await deliver(stream)
    service.clock.now = end
    await until(async () => (await service.store.getBacklog()).waitingJobs === 0, 'all jobs are done', {
      mostMs: 600_000,
    })
    assert.deepEqual(await service.store.listBuriedJobs(10), [])

    const live = await listAnswers(channelId)
    assert.ok(live.length > length / 5, `${live.length} were answered`)
    assert.deepEqual([...new Set(live.map(({ mode }) => mode))].sort(), modes)
    const deps = {
      store: service.store,
      clock: () => service.clock.now,
      runner,
      hasModel: false,
      retentionCeilingDays: null,
    }
    const grant = await grantFor(channelId)
    const { hits, messages } = await replay(deps, grant, days)
    assert.equal(messages, length)
    const nameOf = (messageId: string | null, ruleId: string | null) => `${messageId} ${ruleId}`
    const expected = live.map(({ messageId, ruleId }) => nameOf(messageId, ruleId)).sort()
    const replayed = (list: typeof hits) => list.map(({ messageId, rule }) => nameOf(messageId, rule.id)).sort()
    assert.deepEqual(replayed(hits), expected)

    const report = (await owner.post(`${path}/assistant/replay`, days)).body as ReplayReport
    assert.deepEqual([report.messages, report.hits, report.isComplete], [length, live.length, true])
    const perRule = Map.groupBy(live, ({ ruleId }) => ruleId)
    assert.deepEqual(
      new Map(report.rules.map(({ ruleId, hits: count }) => [ruleId, count])),
      new Map([...perRule].map(([ruleId, own]) => [ruleId, own.length])),
    )
    const tokyo = (at: string) => new Date(Date.parse(at) + 9 * 3600 * second).toISOString().slice(0, 10)
    const perDay = Map.groupBy(live, ({ at }) => tokyo(at))
    for (const { date, hits: count } of report.daily) assert.equal(count, perDay.get(date)?.length ?? 0, date)
    assert.equal(report.samples.length, 50)
    for (const { messageId, ruleId } of report.samples) assert.ok(expected.includes(nameOf(messageId, ruleId)))

    const answeredBy = new Map(live.map(({ messageId, ruleId }) => [messageId, ruleId]))
    for (const event of random.shuffle(stream.filter(({ kind }) => kind === 'message')).slice(0, 60)) {
      const { messageId } = event as IncomingEvent & { kind: 'message' }
      const { body } = await owner.post(`${path}/assistant/explain`, { messageId })
      assert.equal(body.ruleId, answeredBy.get(messageId) ?? null, `explained as it was answered: ${messageId}`)
    }

    const [busiest] = report.rules
    const rule = rules.find(({ id }) => id === busiest?.ruleId) as Rule
    const other = await replay(deps, grant, {
      ...days,
      rule: { ...rule, cooldownSeconds: 86_400 },
    })
    assert.notDeepEqual(replayed(other.hits), expected, 'a longer cooldown of one rule changes the result')
  })
}

test.after(() => runner.close())
