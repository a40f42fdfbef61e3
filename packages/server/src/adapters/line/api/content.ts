import type { messagingApi } from '@line/bot-sdk'
import { PlatformRefusal } from '../../../domain/platforms/platform-errors.ts'
import type { Connector, MediaSource } from '../../../ports/connector.ts'
import { type Download, startDownload } from '../../http-client/download.ts'
import type { Untrusted } from '../../http-client/untrusted-json.ts'
import { type AccessTokens, withToken } from './access-tokens.ts'
import { type Api, headersFor, inPath } from './api.ts'
import { lineApi, toError } from './api-errors.ts'

/** Files of messages, by our own fetch: the official client takes 202, which means "being prepared", for an empty file. */
export function createContent(options: {
  fetch: typeof globalThis.fetch
  /** For the same host. */
  api: Api
  tokens: AccessTokens
  baseUrl: string
  secrets: string[]
  timeLimitMs: number
}): Connector['media'] {
  const { fetch, api, tokens, baseUrl, timeLimitMs } = options
  return {
    async open({ messageId, type }) {
      const path = contentPath(messageId)
      const answer = await ask("a message's file", path)
      if (answer.status === 202)
        return type === 'video' || type === 'audio'
          ? await findOutcome(api, `${path}/transcoding`)
          : { state: 'preparing' }
      return sourceOf(answer, [404, 410])
    },
    async openPreview({ messageId }) {
      const answer = await ask("a message's preview", `${contentPath(messageId)}/preview`)
      if (answer.status === 202) return { state: 'preparing' }
      // 400: not available for this kind of file.
      return sourceOf(answer, [400, 404, 410])
    },
  }

  async function ask(what: string, path: string): Promise<Download | Refused> {
    let used = ''
    const answer = await withToken(tokens, (token) => {
      used = token
      return startDownload(lineApi, { fetch, what, url: `${baseUrl}${path}`, headers: headersFor(token), timeLimitMs })
    })
    if ('body' in answer) return answer
    return { status: answer.status, error: toError(what, answer, [used, ...options.secrets]) }
  }
}

type Refused = { status: number; error: Error }

function contentPath(messageId: string): string {
  return `/v2/bot/message/${inPath(messageId)}/content`
}

/** Responses that mean the platform will never have it. 404: unknown, or no longer kept; 410: unsent. */
function sourceOf(answer: Download | Refused, finalStatuses: number[]): MediaSource {
  if ('body' in answer) {
    const { body, contentType, sizeBytes } = answer
    return { state: 'ready', body, contentType, sizeBytes }
  }
  if (finalStatuses.includes(answer.status)) return { state: 'lost', reason: answer.error.message }
  throw answer.error
}

/** Whether a recording that is not ready will ever be. */
async function findOutcome(api: Api, path: string): Promise<MediaSource> {
  try {
    const { status } = (
      await api.get('the state of a recording', path)
    ).json() as Untrusted<messagingApi.GetMessageContentTranscodingResponse>
    return status === 'failed'
      ? { state: 'lost', reason: 'LINE could not prepare the recording (transcoding failed)' }
      : { state: 'preparing' }
  } catch (error) {
    if (error instanceof PlatformRefusal && error.code === 'not-found') return { state: 'lost', reason: error.message }
    // The platform says "not for this kind of file": then all we can do is try the download itself.
    if (error instanceof PlatformRefusal && error.code === 'invalid') return { state: 'preparing' }
    throw error
  }
}
