import { setTimeout as sleep } from 'node:timers/promises'
import { createClient } from '@innkeeper/client'
import type { Simulator } from '@innkeeper/simulator'
import type { Simulator as TelegramSimulator } from '@innkeeper/simulator-telegram'
import type { Config } from '../../config/config.ts'
import type { CliDeps } from '../cli-deps.ts'
import { type DemoFacts, type DemoFolder, markFinished } from './demo-folder.ts'
import { issueDemoKey, keepDemoKey } from './demo-key.ts'
import { assignRoles, gatherPeople, inviteBot, teachAssistant } from './set-up-group.ts'
import { type Story, writeStory } from './story.ts'
import { makeTelegramGroup } from './telegram-group.ts'
import { eventsAtOnce, tellStory } from './tell-story.ts'

export type DemoParts = {
  folder: DemoFolder
  /** The settings of the demo's service. */
  config: Config
  simulator: Simulator
  telegram: TelegramSimulator
  serviceUrl: string
  /** How far the service's clock is behind. */
  time: { behindMs: number }
}

export type Making = { signal: AbortSignal; progress: { begin(total: number): void; advance(count: number): void } }

/** For busy machines; usually it takes a moment. Files that arrive later still show up. */
const longestWaitMs = 60_000

/** Creates the sample group through the same interfaces as a real one: signed webhooks, commands in the chat, the HTTP API. */
export async function makeDemo(deps: CliDeps, parts: DemoParts, making: Making): Promise<Required<DemoFacts>> {
  const { config, simulator, serviceUrl, time } = parts
  const { signal, progress } = making
  const story = writeStory(Date.now())
  progress.begin(story.events.length)
  const group = gatherPeople(simulator, story)
  const owner = createClient({ baseUrl: serviceUrl, key: await keepDemoKey(deps, parts, story.ownerId) })

  // The service uses the story's time while the bot joins, because it never sends replies that are four weeks late.
  time.behindMs = Date.now() - story.begunAt
  try {
    await inviteBot(simulator, group, story)
    await waitUntilIdle(deps, config, signal)
    time.behindMs -= 3 * 60_000
    await assignRoles(owner, story)
    await owner.subscribe({ channelId: story.groupId })
    const others = story.subscriberIds.filter((userId) => userId !== story.ownerId)
    for (const userId of others) await subscribe(deps, parts, story, userId)
  } finally {
    time.behindMs = 0
  }
  simulator.delivery.configure({ batchSize: eventsAtOnce })
  const untilIdle = () => waitUntilIdle(deps, config, signal)
  await tellStory(group, story, { noteTold: progress.advance, untilIdle, signal })
  simulator.delivery.configure({ batchSize: 1 })
  await teachAssistant(owner, story)
  await untilIdle()
  await askTheBot(simulator, group, story)
  const facts = { channelId: story.groupId, ownerId: story.ownerId }
  return await completeDemo(deps, parts, making, facts)
}

/** Adds the group in Telegram. Also to a demo of an earlier version, which has none. */
export async function completeDemo(
  deps: CliDeps,
  parts: DemoParts,
  { signal }: Pick<Making, 'signal'>,
  known: DemoFacts,
): Promise<Required<DemoFacts>> {
  const { folder, config, simulator, telegram, serviceUrl, time } = parts
  const openAs = async (userId: string) => {
    const { key } = await issueDemoKey(deps, config, userId, { name: 'making the demo', isOperator: false })
    return createClient({ baseUrl: serviceUrl, key })
  }
  const untilIdle = () => waitUntilIdle(deps, config, signal)
  const telegramOwnerId = await makeTelegramGroup(telegram, { time, openAs, untilIdle, signal })
  const facts = { ...known, telegramOwnerId }
  // All of them must have saved it before the demo counts as complete.
  await Promise.all([simulator.saveState(), telegram.saveState()])
  markFinished(folder, facts)
  return facts
}

/** With a key of their own, which is revoked afterwards. */
async function subscribe(deps: CliDeps, parts: DemoParts, story: Story, userId: string): Promise<void> {
  const { id: keyId, key } = await issueDemoKey(deps, parts.config, userId, { name: 'subscribing', isOperator: false })
  const person = createClient({ baseUrl: parts.serviceUrl, key })
  await person.subscribe({ channelId: story.groupId })
  await person.revokeKey({ keyId })
}

/** Waits until all jobs are done: names, pictures, files and previews. */
async function waitUntilIdle(deps: CliDeps, config: Config, signal: AbortSignal): Promise<void> {
  const until = performance.now() + longestWaitMs
  while (performance.now() < until) {
    signal.throwIfAborted()
    const inside = await deps.readBacklog(config)
    if (inside?.backlog.waitingJobs === 0) return
    await sleep(50)
  }
}

/** The last message is a question, so that both pages open with a reply of the bot. */
async function askTheBot(simulator: Simulator, group: ReturnType<typeof gatherPeople>, story: Story): Promise<void> {
  const [userId = story.ownerId] = story.adminIds
  const [rule] = story.assistant.rules
  if (!rule) return
  const answers = simulator.sent.length
  await group.say({ userId }, `What are the ${rule.keywords[0]}?`)
  await simulator.until(() => simulator.sent.length > answers, longestWaitMs)
}
