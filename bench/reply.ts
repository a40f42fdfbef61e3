import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { startSimulator } from '@innkeeper/simulator'
import { startCpuMeter } from './measuring/cpu-time.ts'
import { messagesOr } from './measuring/load.ts'
import { innkeeper, root, startServer } from './servers/process.ts'
import { answeredWord, importRules, makeRules } from './traffic/rules.ts'

// From a webhook to its reply, through the simulated LINE, in a group with 1,000 rules. Only figures to look at: they depend on the
// machine, so nothing fails here except a missing reply. It has no limit to compare with.

const rules = 1_000
const questions = messagesOr(500)
const warmUp = 50
const port = 18_092

export async function benchReply(): Promise<boolean> {
  mkdirSync(join(root, 'bench/results'), { recursive: true })
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
    const words = ['keys', 'create', '--user', mai.userId, '--json', '--data', data]
    const { key } = JSON.parse(innkeeper(...words)) as { key: string }
    await importRules(port, club.groupId, { key, rules: makeRules(rules) })

    const sentAt: number[] = []
    watch(line.sent, () => sentAt.push(performance.now()))
    const took: number[] = []
    let cpu = startCpuMeter([service.pid])
    for (let index = 0; index < warmUp + questions; index++) {
      if (index === warmUp) cpu = startCpuMeter([service.pid])
      const begunAt = performance.now()
      const before = sentAt.length
      await club.say(mai, `Question ${index}: where is the ${answeredWord}?`)
      while (sentAt.length === before) await new Promise((resolve) => setTimeout(resolve, 1))
      if (index >= warmUp) took.push((sentAt[before] ?? 0) - begunAt)
    }
    const cpuMicros = cpu() / questions
    took.sort((a, b) => a - b)
    const at = (share: number) => Number((took[Math.floor(took.length * share)] ?? 0).toFixed(2))
    console.log(`\nFrom a webhook to its reply, ${rules} rules, ${questions} questions one after the other`)
    console.table([
      {
        'p50 ms': at(0.5),
        'p90 ms': at(0.9),
        'p99 ms': at(0.99),
        'most ms': at(0.9999),
        'CPU µs/op': Math.round(cpuMicros),
      },
    ])
    return true
  } finally {
    await service.stop()
    await line.stop()
    rmSync(data, { recursive: true, force: true })
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
