import type { Clock } from '../../../ports/clock.ts'
import type { Picture } from '../../../ports/connector.ts'
import type { Exchange } from '../../http-client/http-call.ts'
import { type AccessTokens, fixedToken, statelessTokens } from '../api/access-tokens.ts'
import { type Api, createApi } from '../api/api.ts'

/** What a person enters. The names are those of settings. */
export type LineValues = Record<'channelId' | 'channelSecret' | 'accessToken', string>

/** LINE's API, before a connector exists. */
export type Line = {
  exchange: Exchange
  baseUrl: string
  clock: Clock
  timeLimitMs: number
  getPicture(url: string): Promise<Picture>
}

export function tokensOf(line: Line, { channelId, channelSecret, accessToken }: LineValues): AccessTokens {
  if (accessToken !== '') return fixedToken(accessToken)
  return statelessTokens({ ...line, channelId, channelSecret, url: `${line.baseUrl}/oauth2/v3/token` })
}

export function openApi(line: Line, values: LineValues): Api {
  const secrets = [values.channelSecret, values.accessToken].filter((one) => one !== '')
  return createApi({ ...line, tokens: tokensOf(line, values), secrets })
}
