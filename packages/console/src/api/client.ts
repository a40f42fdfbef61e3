import { createClient, type Watched, watch } from '@innkeeper/client'
import { accountHeader, headerFor } from './accounts-here.ts'
import { reportAnswered } from './connection.ts'
import { takeEarly } from './early-answers.ts'

/** Only this folder talks to the service. The session is in a cookie that the browser sends along. */
export const api = createClient({ baseUrl: '', fetch: reach })

/** The same for one of several accounts that this browser is signed in to. */
export function apiFor(userId: string): typeof api {
  return createClient({ baseUrl: '', fetch: (request, init) => reach(request, withHeaders(headerFor(userId), init)) })
}

/** No response at all: the connection is down, or the service is. */
export class NotReachedError extends Error {
  override name = 'NotReachedError'
}

/** Only this request sends the key. All others use the cookie from its response. */
export function signInWithKey(key: string, query: { add?: boolean }) {
  return createClient({ baseUrl: '', key, fetch: reach }).signInWithKey(query)
}

/** Downloads many files as one archive. `signal` also aborts reading the body. */
export function requestZip(channelId: string, ids: string[], signal: AbortSignal) {
  const ending: typeof fetch = (request, init) => reach(request, { ...init, signal })
  return createClient({ baseUrl: '', fetch: ending }).downloadZip({ channelId, body: { ids } })
}

type PartWish = { channelId: string; partId: string }

/** Downloads a part of an export. `signal` also aborts reading the body. */
export function requestPart(part: PartWish, signal: AbortSignal) {
  const ending: typeof fetch = (request, init) => reach(request, { ...init, signal })
  return createClient({ baseUrl: '', fetch: ending }).downloadExportPart(part)
}

/** All lines of a file that couldn't be read, as a table. */
export const unreadLinesUrl = (channelId: string, number: number) =>
  `/api/channels/${encodeURIComponent(channelId)}/imports/${number}/unread`

/** Whether a part could be downloaded now: a browser that downloads it itself wouldn't say why it can't. */
export async function checkPart(part: PartWish): Promise<void> {
  await asking.downloadExportPart(part)
}

/** The same for the page of a day. */
export async function checkDay(day: { channelId: string; date: string }): Promise<void> {
  await asking.downloadDay(day)
}

/** Asks for the headers of a response only. */
const asking = createClient({
  baseUrl: '',
  fetch: (request, init) => reach(request, { ...init, method: 'HEAD' }),
})

export const dayUrl = (channelId: string, date: string) =>
  `/api/channels/${encodeURIComponent(channelId)}/backup/day?date=${date}`

export const partUrl = ({ channelId, partId }: PartWish) =>
  `/api/channels/${encodeURIComponent(channelId)}/backup/export/${encodeURIComponent(partId)}`

/** Streams what happens in a channel until `signal` is aborted. */
export function watchChannel(watched: Watched): Promise<void> {
  return watch({ baseUrl: '', fetch: reach }, watched)
}

/** Headers of the request itself take precedence. */
function withHeaders(headers: Record<string, string>, init: RequestInit | undefined): RequestInit {
  return { ...init, headers: { ...headers, ...(init?.headers as Record<string, string> | undefined) } }
}

/** `send`: instead of `fetch`, for what it can't do. */
export async function reach(
  request: RequestInfo | URL,
  init?: RequestInit,
  send: typeof fetch = fetch,
): Promise<Response> {
  try {
    const named = withHeaders(accountHeader(String(request)), init)
    const response = await (takeEarly(request, named) ?? send(request, named))
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

/** URLs for images, players and links: the original to download, the version to show, and the thumbnail. */
export const mediaUrl = { file: ofMedia(''), view: ofMedia('/view'), preview: ofMedia('/preview') }

/** The console can be opened at a different address than the configured one; pictures are served from both. */
export function picturePath(url: string): string {
  return URL.canParse(url) ? new URL(url).pathname : url
}
