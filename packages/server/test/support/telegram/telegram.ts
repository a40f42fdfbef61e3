import { after } from 'node:test'
import { type Simulator, type SimulatorOptions, startSimulator } from '@innkeeper/simulator-telegram'
import { until } from '../eventually.ts'
import { startTestService, type TestService } from '../test-service.ts'

/** Starts a service that is connected to its own Telegram simulator. */
export async function startTelegramTestService(
  environment: Record<string, string> = {},
  options: SimulatorOptions = {},
): Promise<{ service: TestService; telegram: Simulator }> {
  // Both use the service's clock.
  let clock = { now: 0 }
  const telegram = await startSimulator({ ...options, limits: null, clock: () => clock.now || Date.now() })
  after(() => telegram.stop())
  const service = await startTestService(
    {
      TELEGRAM_BOT_TOKEN: telegram.token,
      TELEGRAM_API_BASE_URL: telegram.url,
      TELEGRAM_LOGIN_BASE_URL: telegram.url,
      ...environment,
    },
    { connectors: [] },
  )
  clock = service.clock
  return { service, telegram }
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
