import type { TestService } from '../test-service.ts'
import type { Caller } from './caller.ts'

type Call = Parameters<Caller['request']>[2]

type Calls = Pick<Caller, 'request' | 'get' | 'post' | 'put' | 'delete'>

/** A browser on one of our pages: keeps cookies, and says where each request comes from. */
export type Browser = Calls & {
  /** By name. */
  cookies: Map<string, string>
  /** The same browser on another site's page, or one that sends fewer headers. */
  from(headers: Record<string, string>): Calls
}

export const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'

export function openBrowser(
  service: Pick<TestService, 'callerWith'>,
  caller: Caller = service.callerWith(undefined),
): Browser {
  const cookies = new Map<string, string>()
  const from: Browser['from'] = (origin) => {
    const request = async (method: string, path: string, call: Call = {}) => {
      const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
      const headers = { 'user-agent': firefox, ...origin, ...(cookie === '' ? {} : { cookie }), ...call.headers }
      const answer = await caller.request(method, path, { ...call, headers })
      for (const line of answer.headers.getSetCookie()) keep(line)
      return answer
    }
    return {
      request,
      get: (path, call) => request('GET', path, call),
      post: (path, body) => request('POST', path, { body }),
      put: (path, body) => request('PUT', path, { body }),
      delete: (path, body) => request('DELETE', path, { body }),
    }
  }
  const keep = (line: string) => {
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
    if (/; Max-Age=0(;|$)/.test(line)) cookies.delete(name)
    else cookies.set(name, value)
  }
  return { ...from({ 'sec-fetch-site': 'same-origin' }), cookies, from }
}
