import { after } from 'node:test'
import { type Simulator, type SimulatorOptions, startSimulator } from '@innkeeper/simulator'
import { startTestService, type TestService } from '../test-service.ts'

/** Starts a service that is connected to its own LINE simulator. */
export async function startLineTestService(
  environment: Record<string, string> = {},
  options: SimulatorOptions = {},
): Promise<{ service: TestService; line: Simulator }> {
  // Both use the service's clock.
  let clock = { now: 0 }
  const line = await startSimulator({ ...options, rateLimits: null, clock: () => clock.now })
  after(() => line.stop())
  const service = await startTestService({
    LINE_CHANNEL_SECRET: line.channelSecret,
    LINE_CHANNEL_ACCESS_TOKEN: line.accessToken,
    LINE_API_BASE_URL: line.url,
    LINE_DATA_API_BASE_URL: line.url,
    LINE_LOGIN_BASE_URL: line.url,
    ...environment,
  })
  clock = service.clock
  line.setWebhookUrl(`${service.url}/webhooks/line`)
  return { service, line }
}
