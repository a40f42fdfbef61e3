import { PlatformRefusal } from '../../../domain/platforms/platform-errors.ts'
import type { Picture } from '../../../ports/connector.ts'
import { readAnswer, readAtMost, toSilence } from '../../http-client/answer.ts'
import { lineApi, toError } from './api-errors.ts'

const mostBytes = 5 * 1024 * 1024
const mostRedirects = 3
const contentTypes = ['image/png', 'image/jpeg', 'image/webp', 'image/gif']
const domains = ['line-scdn.net', 'line.me', 'line-apps.com']

/**
 * Profile pictures. Their URLs come from outside, so only the platform's own hosts are contacted (and the configured origins,
 * for a platform on another one), checked again at every redirect, and never with our token: pictures are public there.
 */
export function createPictures(options: {
  fetch: typeof globalThis.fetch
  origins: string[]
  timeLimitMs: number
}): (url: string) => Promise<Picture> {
  const what = 'a picture'
  return async (url) => {
    const signal = AbortSignal.timeout(options.timeLimitMs)
    let address = checkAddress(url, options.origins)
    for (let hop = 0; hop <= mostRedirects; hop++) {
      const response = await ask(address, signal)
      const location = response.headers.get('location')
      if (response.status < 300 || response.status >= 400 || location === null) return await take(response)
      await response.body?.cancel()
      address = checkAddress(location, options.origins, address)
    }
    throw new PlatformRefusal('invalid', `The URL of the picture redirects more than ${mostRedirects} times`)
  }

  async function ask(address: string, signal: AbortSignal): Promise<Response> {
    try {
      return await options.fetch(address, { redirect: 'manual', signal, headers: { 'user-agent': 'innkeeper' } })
    } catch (error) {
      throw toSilence(lineApi, what, error)
    }
  }

  async function take(response: Response): Promise<Picture> {
    try {
      if (response.status !== 200) throw toError(what, await readAnswer(lineApi, response), [])
      const contentType = (response.headers.get('content-type') ?? '').split(';', 1).join('').trim().toLowerCase()
      if (!contentTypes.includes(contentType)) {
        await response.body?.cancel()
        throw new PlatformRefusal('invalid', `The picture must be one of ${contentTypes.join(', ')}`)
      }
      const bytes = await readAtMost(response, mostBytes)
      if (bytes === undefined) throw new PlatformRefusal('invalid', `The picture is larger than ${mostBytes} bytes`)
      return { bytes, contentType }
    } catch (error) {
      if (error instanceof PlatformRefusal) throw error
      throw toSilence(lineApi, what, error)
    }
  }
}

function checkAddress(given: string, origins: string[], base?: string): string {
  const url = URL.parse(given, base)
  if (url !== null && url.username === '' && url.password === '') {
    if (origins.includes(url.origin)) return url.href
    // The platform's pictures are on no other port than the default.
    if (url.protocol === 'https:' && url.port === '' && domains.some((domain) => url.hostname.endsWith(`.${domain}`)))
      return url.href
  }
  throw new PlatformRefusal('invalid', 'The URL of the picture is not on a host of LINE')
}
