import type { ConnectionProgress, PlatformConnection } from '@innkeeper/contract'
import type { CallInput } from './index.ts'
import { type ClientOptions, InnkeeperError, request } from './request.ts'

type Check = PlatformConnection['checks'][number]

/** Connects or checks a platform, and reports each check as soon as its result is known. Rejects like the route itself. */
export async function followChecks<Name extends 'connectPlatform' | 'checkPlatform'>(
  options: ClientOptions,
  name: Name,
  input: CallInput<Name>,
  onCheck: (check: Check) => void,
): Promise<PlatformConnection> {
  const headers = { accept: 'application/x-ndjson, application/problem+json' }
  const response = await request(options, name, input, { headers })
  // An older service sends everything at the end.
  if (!response.headers.get('content-type')?.startsWith('application/x-ndjson')) {
    return (await response.json()) as PlatformConnection
  }
  for await (const line of readLines(response)) {
    const { check, connection, error, status = 500 } = JSON.parse(line) as ConnectionProgress
    if (error !== undefined) throw new InnkeeperError(status, error, response.headers)
    if (connection) return connection
    if (check) onCheck(check)
  }
  throw new TypeError('The response ended before the last check')
}

async function* readLines({ body }: Response): AsyncGenerator<string> {
  const reader = body?.getReader()
  const decoder = new TextDecoder()
  let rest = ''
  for (;;) {
    const part = await reader?.read()
    if (!part || part.done) return
    const lines = (rest + decoder.decode(part.value, { stream: true })).split('\n')
    rest = lines.pop() ?? ''
    yield* lines.filter((line) => line !== '')
  }
}
