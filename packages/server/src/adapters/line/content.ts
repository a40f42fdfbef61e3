import type { messagingApi } from '@line/bot-sdk'
import { type Connector, type MediaSource, PlatformRefusal } from '../../ports/connector.ts'
import { type AccessTokens, withToken } from './access-tokens.ts'
import { type Api, inPath } from './api.ts'
import { toError } from './api-errors.ts'
import { startDownload } from './download.ts'
import type { Unsure } from './unsure.ts'

const what = "a message's file"

/** Files of messages, by our own fetch: the official client takes 202, which means "being prepared", for an empty file. */
export function createContent(options: {
  fetch: typeof globalThis.fetch
  /** Of the same host. */
  api: Api
  tokens: AccessTokens
  baseUrl: string
  secrets: string[]
  timeLimitMs: number
}): Connector['media'] {
  const { fetch, api, tokens, baseUrl, timeLimitMs } = options
  return {
    async open({ messageId, type }) {
      const path = `/v2/bot/message/${inPath(messageId)}/content`
      let used = ''
      const answer = await withToken(tokens, (token) => {
        used = token
        return startDownload({ fetch, what, url: `${baseUrl}${path}`, token, timeLimitMs })
      })
      if ('body' in answer) {
        const { body, contentType, sizeBytes } = answer
        return { state: 'ready', body, contentType, sizeBytes }
      }
      if (answer.status === 202)
        return type === 'video' || type === 'audio'
          ? await findOutcome(api, `${path}/transcoding`)
          : { state: 'preparing' }
      return lostOrThrow(answer.status, toError(what, answer, [used, ...options.secrets]))
    },
  }
}

/** Whether a recording that is not ready will ever be. */
async function findOutcome(api: Api, path: string): Promise<MediaSource> {
  try {
    const { status } = (
      await api.get('the state of a recording', path)
    ).json() as Unsure<messagingApi.GetMessageContentTranscodingResponse>
    return status === 'failed'
      ? { state: 'lost', reason: 'LINE could not prepare the recording (transcoding failed)' }
      : { state: 'preparing' }
  } catch (error) {
    if (error instanceof PlatformRefusal && error.code === 'not-found') return { state: 'lost', reason: error.message }
    // Not for this kind of file, says the platform: then there is nothing to go by but asking again.
    if (error instanceof PlatformRefusal && error.code === 'invalid') return { state: 'preparing' }
    throw error
  }
}

/** 404: unknown, or kept no longer. 410: unsent. Neither comes back. */
function lostOrThrow(status: number, error: Error): MediaSource {
  if (status === 404 || status === 410) return { state: 'lost', reason: error.message }
  throw error
}
