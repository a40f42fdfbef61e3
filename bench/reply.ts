import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { startSimulator } from '@innkeeper/simulator'
import { type Group, startSimulator as startTelegram } from '@innkeeper/simulator-telegram'
import { startCpuMeter } from './measuring/cpu-time.ts'
import { messagesOr } from './measuring/load.ts'
import { innkeeper, root, startServer } from './servers/process.ts'
import { answeredWord, importRules, makeRules } from './traffic/rules.ts'

// From a message to its reply, through the simulated platforms, in groups with 1,000 rules. Only figures to look at: they depend on the
// machine, so nothing fails here except a missing reply. It has no limit to compare with.

const rules = 1_000
const questions = messagesOr(500)
const warmUp = 50
const port = 18_092

/** Telegram lets a bot send 20 messages a minute to a group, so the questions go to several in turn. */
const groupCount = Math.max(1, Math.ceil((warmUp + questions) / 17))
/** And 30 a second in all. */
const betweenMs = 40

export async function benchReply(): Promise<boolean> {
  mkdirSync(join(root, 'bench/results'), { recursive: true })
  const rows = {
    'LINE, webhook': await measureLine(),
    'Telegram, webhook': await measureTelegram({ usesWebhook: true }),
    'Telegram, asked': await measureTelegram({ usesWebhook: false }),
  }
  console.log(`\nFrom a message to its reply, ${rules} rules, ${questions} questions one after the other`)
  console.table(rows)
  return true
}

async function measureLine(): Promise<Figures> {
  const data = mkdtempSync(join(root, 'bench/results/reply-'))
  const line = await startSimulator({ rateLimits: null })
  const service = await startServer([`${root}innkeeper`, 'serve', '--data', data], port, {
    LINE_CHANNEL_SECRET: line.channelSecret,
    LINE_CHANNEL_ACCESS_TOKEN: line.accessToken,
    LINE_API_BASE_URL: line.url,
    LINE_DATA_API_BASE_URL: line.url,
  })
  try {
    line.setWebhookUrl(`http://127.0.0.1:${port}/webhooks/line`)
    const mai = line.addUser({ displayName: 'Mai' })
    const club = line.addGroup({ name: 'Club', members: [mai] })
    await club.invite()
    await club.say(mai, '/claim')
    await line.until(() => line.sent.length === 2)
    const key = createKey(mai.userId, data)
    await importRules(port, club.groupId, { key, rules: makeRules(rules) })
    return await measure(service.pid, line.sent, async (question) => {
      await club.say(mai, question)
    })
  } finally {
    await service.stop()
    await line.stop()
    rmSync(data, { recursive: true, force: true })
  }
}

async function measureTelegram({ usesWebhook }: { usesWebhook: boolean }): Promise<Figures> {
  const data = mkdtempSync(join(root, 'bench/results/reply-'))
  const telegram = await startTelegram({ limits: null, bot: { privacyMode: false } })
  const service = await startServer([`${root}innkeeper`, 'serve', '--data', data], port, {
    TELEGRAM_BOT_TOKEN: telegram.token,
    TELEGRAM_API_BASE_URL: telegram.url,
    INNKEEPER_CLAIM: 'first',
    ...(usesWebhook ? { TELEGRAM_WEBHOOK: 'on', INNKEEPER_BASE_URL: 'https://inn.example.com' } : {}),
  })
  try {
    if (usesWebhook) {
      await telegram.until(() => telegram.world.webhook !== undefined)
      // The service only registers addresses with https.
      if (telegram.world.webhook) telegram.world.webhook.url = `http://127.0.0.1:${port}/webhooks/telegram`
    }
    const mai = telegram.addUser({ firstName: 'Mai' })
    const groups = Array.from({ length: groupCount }, () => telegram.addGroup({ title: 'Club', owner: mai }))
    for (const group of groups) {
      group.invite()
      group.say(mai, '/claim')
    }
    await telegram.until(() => telegram.sent.length === groups.length * 2, 60_000)
    const key = createKey(`tg:${mai.id}`, data)
    for (const { id } of groups) await importRules(port, `tg:${id}`, { key, rules: makeRules(rules) })
    const readyAt = new Map<Group, number>()
    let turn = 0
    return await measure(
      service.pid,
      telegram.sent,
      async (question, group) => void group.say(mai, question),
      async () => {
        const group = groups[turn++ % groups.length] as Group
        await pause(Math.max(betweenMs, (readyAt.get(group) ?? 0) - performance.now()))
        readyAt.set(group, performance.now() + 1_100)
        return group
      },
    )
  } finally {
    await service.stop()
    await telegram.stop()
    rmSync(data, { recursive: true, force: true })
  }
}

function createKey(userId: string, data: string): string {
  return JSON.parse(innkeeper('keys', 'create', '--user', userId, '--json', '--data', data)).key
}

type Figures = Record<'p50 ms' | 'p90 ms' | 'p99 ms' | 'most ms' | 'CPU µs/op', number>

/** Asks one question after the other. `prepare` isn't measured. */
async function measure<Where = undefined>(
  pid: number,
  sent: unknown[],
  ask: (question: string, where: Where) => Promise<void>,
  prepare: () => Promise<Where> = async () => undefined as Where,
): Promise<Figures> {
  const sentAt: number[] = []
  watch(sent, () => sentAt.push(performance.now()))
  const took: number[] = []
  let cpu = startCpuMeter([pid])
  for (let index = 0; index < warmUp + questions; index++) {
    if (index === warmUp) cpu = startCpuMeter([pid])
    const where = await prepare()
    const begunAt = performance.now()
    const before = sentAt.length
    await ask(`Question ${index}: where is the ${answeredWord}?`, where)
    while (sentAt.length === before) await new Promise((resolve) => setTimeout(resolve, 1))
    if (index >= warmUp) took.push((sentAt[before] ?? 0) - begunAt)
  }
  const cpuMicros = cpu() / questions
  took.sort((a, b) => a - b)
  const at = (share: number) => Number((took[Math.floor(took.length * share)] ?? 0).toFixed(2))
  return {
    'p50 ms': at(0.5),
    'p90 ms': at(0.9),
    'p99 ms': at(0.99),
    'most ms': at(0.9999),
    'CPU µs/op': Math.round(cpuMicros),
  }
}

/** Calls `added` at the moment something is added to the list. */
function watch<Thing>(list: Thing[], added: () => void): void {
  const push = list.push.bind(list)
  list.push = (...things) => {
    added()
    return push(...things)
  }
}
