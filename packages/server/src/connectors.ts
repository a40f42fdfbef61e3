import { createLineConnector } from './adapters/line/line-connector.ts'
import type { Config } from './config.ts'
import type { Clock } from './ports/clock.ts'
import type { Connector } from './ports/connector.ts'

/** The platforms that the settings connect us to. */
export function createConnectors(config: Config, clock: Clock): Connector[] {
  const { lineChannelSecret: secret, lineChannelSecretOld: oldSecret } = config
  if (secret === null) return []
  return [
    createLineConnector({
      channelSecrets: oldSecret === null ? [secret] : [secret, oldSecret],
      ...(config.lineChannelAccessToken === null ? {} : { accessToken: config.lineChannelAccessToken }),
      ...(config.lineChannelId === null ? {} : { channelId: config.lineChannelId }),
      apiBaseUrl: config.lineApiBaseUrl,
      dataApiBaseUrl: config.lineDataApiBaseUrl,
      clock,
    }),
  ]
}
