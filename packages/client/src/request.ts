import { type ErrorCode, errors, type RouteName, routes, type TableProblem } from '@innkeeper/contract'

export type ClientOptions = {
  /** Such as https://innkeeper.example, without a trailing slash. */
  baseUrl: string
  /** Not needed for public routes. */
  key?: string
  /** Such as `retrying()`. */
  fetch?: typeof fetch
}

export type More = { headers?: Record<string, string>; signal?: AbortSignal }

/** The service refused the request. */
export class InnkeeperError extends Error {
  readonly status: number
  /** From the contract's list of errors; null if the error did not come from our service. */
  readonly code: ErrorCode | null
  /** Quote it to the operator. */
  readonly requestId: string | null
  /** Seconds to wait before retrying, if the service says so. */
  readonly retryAfterSeconds: number | null
  /** What is wrong with a table of rules, line by line. Empty for all other errors. */
  readonly problems: readonly TableProblem[]

  constructor(status: number, message: string, headers: Headers, problems: readonly TableProblem[] = []) {
    super(message)
    this.name = 'InnkeeperError'
    this.status = status
    this.code = codeOf(status, message)
    this.requestId = headers.get('x-request-id')
    const retryAfter = headers.get('retry-after')
    this.retryAfterSeconds = retryAfter === null ? null : Number(retryAfter)
    this.problems = problems
  }
}

/** Returns the response; throws an `InnkeeperError` if the service refuses. */
export async function request(
  options: ClientOptions,
  name: RouteName,
  input: Record<string, unknown>,
  more: More = {},
): Promise<Response> {
  const { method, path } = routes[name]
  const { body, file, ifMatch, ...rest } = input
  const query = new URLSearchParams()
  const names = new Set([...path.matchAll(/:(\w+)/g)].map(([, parameter]) => parameter))
  for (const [key, value] of Object.entries(rest)) {
    if (!names.has(key) && value !== undefined) query.set(key, String(value))
  }
  const target = path.replace(/:(\w+)/g, (_, parameter: string) => encodeURIComponent(String(rest[parameter])))
  const response = await (options.fetch ?? fetch)(`${options.baseUrl}${target}${query.size > 0 ? `?${query}` : ''}`, {
    method,
    headers: {
      ...(options.key === undefined ? {} : { authorization: `Bearer ${options.key}` }),
      ...(body === undefined ? {} : { 'content-type': 'application/json', accept: 'application/problem+json, */*' }),
      ...(file === undefined ? {} : { 'content-type': 'application/octet-stream' }),
      ...(typeof ifMatch === 'string' ? { 'if-match': ifMatch } : {}),
      ...more.headers,
    },
    ...(more.signal ? { signal: more.signal } : {}),
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    ...(file === undefined ? {} : streamed(file as Blob)),
  })
  if (!response.ok) {
    const { sentence, problems } = await readError(response)
    throw new InnkeeperError(response.status, sentence, response.headers, problems)
  }
  return response
}

/** A stream can only be sent in one direction at a time, which has to be said. */
function streamed(file: Blob | ReadableStream): RequestInit {
  return file instanceof ReadableStream ? ({ body: file, duplex: 'half' } as RequestInit) : { body: file }
}

async function readError(response: Response): Promise<{ sentence: string; problems: readonly TableProblem[] }> {
  try {
    const { error, details } = (await response.json()) as { error?: unknown; details?: { problems?: TableProblem[] } }
    if (typeof error === 'string') return { sentence: error, problems: details?.problems ?? [] }
  } catch {
    // Not our JSON: a proxy answered instead of the service.
  }
  return { sentence: `The service answered ${response.status}`, problems: [] }
}

/** Found by status and message: the body contains nothing else. */
function codeOf(status: number, message: string): ErrorCode | null {
  const codes = (Object.keys(errors) as ErrorCode[]).filter((code) => errors[code].status === status)
  const exact = codes.find((code) => errors[code].sentence === message)
  if (exact) return exact
  // Of sentences with a detail, the one that says the most: every message fits the one that is nothing but its detail.
  const [longest] = codes
    .filter((code) => errors[code].sentence.includes('{detail}') && message.startsWith(beginningOf(code)))
    .toSorted((one, other) => beginningOf(other).length - beginningOf(one).length)
  return longest ?? null
}

function beginningOf(code: ErrorCode): string {
  return errors[code].sentence.replace(/\{detail\}.*/, '')
}
