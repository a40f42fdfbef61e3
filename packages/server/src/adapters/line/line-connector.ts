import type { Clock } from '../../ports/clock.ts'
import type { Connector } from '../../ports/connector.ts'
import { createExchange, type Exchange } from '../http-client/http-call.ts'
import { type AccessTokens, fixedToken, noToken, statelessTokens } from './api/access-tokens.ts'
import { createApi } from './api/api.ts'
import { lineApi } from './api/api-errors.ts'
import { createContent } from './api/content.ts'
import { createPictures } from './api/pictures.ts'
import { findChannel, getAccount, getMember } from './api/profiles.ts'
import { createRoster, isMember, leave } from './api/roster.ts'
import { createStickers, stickerOrigin } from './api/stickers.ts'
import { lineDescription } from './description.ts'
import { openDelivery } from './receiving/open-delivery.ts'
import { createSignatureCheck } from './receiving/signature.ts'
import { createPushes, createReplies } from './sending/send.ts'

export type LineOptions = {
  /** One, or two while a secret is being replaced; the newest first. */
  channelSecrets: string[]
  /** The long-lived token from the LINE console. Without it, `channelId` and the newest secret get 15-minute tokens. */
  accessToken?: string
  channelId?: string
  /** `https://api.line.me` and `https://api-data.line.me`, or the addresses of a compatible platform. */
  apiBaseUrl: string
  dataApiBaseUrl: string
  clock: Clock
  fetch?: typeof globalThis.fetch
  /** For each call; ten seconds if unset. Sending a message never waits longer than five. */
  timeLimitMs?: number
}

export function createLineConnector(options: LineOptions): Connector & Required<Pick<Connector, 'webhook'>> {
  const { channelSecrets, fetch = globalThis.fetch, timeLimitMs = 10_000 } = options
  const apiBase = readBaseUrl(options.apiBaseUrl)
  const dataBase = readBaseUrl(options.dataApiBaseUrl)
  const checkSignature = createSignatureCheck(channelSecrets)
  const exchange = createExchange(lineApi, fetch)
  const tokens = createTokens(options, exchange, apiBase.href, timeLimitMs)
  const common = { exchange, tokens, secrets: channelSecrets, timeLimitMs }
  const api = createApi({ ...common, baseUrl: apiBase.href })
  const dataApi = createApi({ ...common, baseUrl: dataBase.href })
  const getPicture = createPictures({ fetch, origins: [apiBase.origin, dataBase.origin], timeLimitMs })
  let accountId: string | undefined

  return {
    platform: 'line',
    description: lineDescription,
    webhook: {
      open(delivery) {
        const reason = checkSignature(delivery)
        return reason === undefined
          ? openDelivery(delivery, accountId)
          : { kind: 'refused', reason, cause: 'signature' }
      },
    },
    getAccount: () => getAccount(api),
    setAccount(id) {
      accountId = id
    },
    replies: createReplies(api),
    pushes: createPushes(api),
    profiles: {
      findChannel: (channel) => findChannel(api, channel),
      getMember: (channel, userId) => getMember(api, channel, userId),
      getPicture,
    },
    stickers: createStickers(getPicture, stickerOrigin(dataBase.href)),
    media: createContent({ ...common, fetch, api: dataApi, baseUrl: dataBase.href }),
    leave: (channel) => leave(api, channel),
    membership: { isMember: (channel, userId) => isMember(api, channel, userId) },
    roster: createRoster(api),
  }
}

function createTokens(options: LineOptions, exchange: Exchange, baseUrl: string, timeLimitMs: number): AccessTokens {
  const { accessToken, channelId, channelSecrets, clock } = options
  if (accessToken !== undefined) return fixedToken(accessToken)
  const [channelSecret] = channelSecrets
  if (channelId === undefined || channelSecret === undefined) return noToken()
  return statelessTokens({ channelId, channelSecret, exchange, url: `${baseUrl}/oauth2/v3/token`, clock, timeLimitMs })
}

function readBaseUrl(given: string): { href: string; origin: string } {
  const url = URL.parse(given)
  if (url === null || !/^https?:$/.test(url.protocol))
    throw new Error(`"${given}" is not a valid API URL; use one such as https://api.line.me`)
  return { href: `${url.origin}${url.pathname.replace(/\/+$/, '')}`, origin: url.origin }
}
