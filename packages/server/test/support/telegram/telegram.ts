import assert from 'node:assert/strict'
import { after } from 'node:test'
import { type Simulator, type SimulatorOptions, startSimulator } from '@innkeeper/simulator-telegram'
import { findCallProblems, findProblems } from '../../../../simulator-telegram/test/support/spec.ts'
import { planAdmins } from '../../../src/actions/storage/housekeeping/plan-admins.ts'
import { createConnectors } from '../../../src/app/connectors.ts'
import { readConfig } from '../../../src/config/config.ts'
import type { Connector } from '../../../src/ports/connector.ts'
import { hasDueJobs } from '../due-jobs.ts'
import { until } from '../eventually.ts'
import { startTestService, type TestService } from '../test-service.ts'

/** Starts a service that is connected to its own Telegram simulator. `change`: with another connector, for controls. */
export async function startTelegramTestService(
  environment: Record<string, string> = {},
  options: SimulatorOptions = {},
  change?: (connector: Connector) => Connector,
): Promise<{ service: TestService; telegram: Simulator }> {
  // Both use the service's clock.
  let clock = { now: 0 }
  const telegram = await startSimulator({ ...options, limits: null, clock: () => clock.now || Date.now() })
  assertOfficial(telegram)
  after(() => telegram.stop())
  const settings = {
    TELEGRAM_BOT_TOKEN: telegram.token,
    TELEGRAM_API_BASE_URL: telegram.url,
    TELEGRAM_LOGIN_BASE_URL: telegram.url,
    ...environment,
  }
  const changed = change && createConnectors(readConfig(settings), () => clock.now || Date.now()).map(change)
  const service = await startTestService(changed ? environment : settings, { connectors: changed ?? [] })
  clock = service.clock
  return { service, telegram }
}

/** What the service calls and what it gets fit the official description of the Bot API. */
function assertOfficial({ world, requests }: Simulator): void {
  const problems = new Set<string>()
  const seen = new Set<number>()
  world.wake.add(() => {
    for (const { update } of world.queue.waiting) {
      if (seen.has(update.update_id)) continue
      seen.add(update.update_id)
      for (const problem of findProblems('Update', update)) problems.add(problem)
    }
  })
  after(() => {
    for (const { name, parameters } of requests) {
      // Files and signing in aren't methods.
      if (!/^[a-z]+[A-Z]\w+$/.test(name)) continue
      for (const problem of findCallProblems(name, parameters)) problems.add(problem)
    }
    assert.deepEqual([...problems], [])
  })
}

/** The creator of a group owns its channel as soon as Telegram was asked for its admins. */
export async function untilOwned(service: TestService, group: { id: number }, { id }: { id: number }): Promise<void> {
  const owner = await service.caller(`tg:${id}`)
  const isOwned = async () => {
    const { status, body } = await owner.get(`/api/channels/tg:${group.id}/members`)
    const own = status === 200 && body.members.find(({ userId }: { userId: string }) => userId === `tg:${id}`)
    return own?.role === 'owner'
  }
  await until(isOwned, `tg:${id} owns tg:${group.id}`)
}

/** What the service does once a day. The chats are asked one second after the other. */
export async function checkChats({ store, config, clock }: TestService): Promise<void> {
  const now = () => clock.now
  const connectors = new Map(createConnectors(config, now).map((one) => [one.platform, one]))
  await planAdmins({ store, clock: now, connectors })
  clock.now += 60_000
  await untilChecked({ store, clock })
}

/** No chat waits to be asked who owns it. */
export async function untilChecked({ store, clock }: Pick<TestService, 'store' | 'clock'>): Promise<void> {
  const later = clock.now + 60 * 60_000
  await until(async () => !(await hasDueJobs(store, later, ['refresh-admins'])), 'all chats were asked')
}
