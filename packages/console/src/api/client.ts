import { createClient, type Watched, watch } from '@innkeeper/client'
import { reportAnswered } from './connection.ts'

/** The only file that speaks to the service. The sign-in is in a cookie, which the browser sends along. */
export const api = createClient({ baseUrl: '', fetch: reach })

/** No answer came at all: the connection is cut, or the service is down. */
export class NotReachedError extends Error {
  override name = 'NotReachedError'
}

/** Only this request bears the key; all others bear the cookie it is answered with. */
export function signInWithKey(key: string) {
  return createClient({ baseUrl: '', key, fetch: reach }).signInWithKey()
}

/** Many files as one. `signal` ends it, the reading of its body included. */
export function requestZip(channelId: string, ids: string[], signal: AbortSignal) {
  const ending: typeof fetch = (request, init) => reach(request, { ...init, signal })
  return createClient({ baseUrl: '', fetch: ending }).downloadZip({ channelId, body: { ids } })
}

/** What happens in a channel, as it happens, until `signal`. */
export function watchChannel(watched: Watched): Promise<void> {
  return watch({ baseUrl: '', fetch: reach }, watched)
}

async function reach(...request: Parameters<typeof fetch>): Promise<Response> {
  try {
    const response = await fetch(...request)
    reportAnswered(true)
    return response
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') throw error
    reportAnswered(false)
    throw new NotReachedError('No answer', { cause: error })
  }
}

const ofMedia = (end: string) => (channelId: string, messageId: string) =>
  `/api/channels/${encodeURIComponent(channelId)}/backup/media/${encodeURIComponent(messageId)}${end}`

/** Addresses for pictures, players and links: the file to keep, to show, and its small picture. */
export const mediaUrl = { file: ofMedia(''), view: ofMedia('/view'), preview: ofMedia('/preview') }

/** People may open the console at another address than the service is set up with; its pictures are here all the same. */
export function picturePath(url: string): string {
  return URL.canParse(url) ? new URL(url).pathname : url
}
