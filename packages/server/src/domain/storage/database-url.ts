/** Which server of several is wanted, in the words of PostgreSQL's own clients. */
const sessionKinds = ['any', 'read-write', 'read-only', 'primary', 'standby'] as const
export type SessionKind = (typeof sessionKinds)[number]

export type DatabaseUrl = {
  /** One URL for each host, in the order given. */
  urls: string[]
  wants: SessionKind
}

const parameter = 'target_session_attrs'

/**
 * Parses `postgres://user:password@host:5432/name`, and the form with several hosts, `…@host:5432,host2:5432/name`, in which the
 * first one that accepts writes is used. Undefined if it is anything else.
 */
export function readDatabaseUrl(text: string): DatabaseUrl | undefined {
  const [, scheme, user = '', hosts, rest] = /^(postgres(?:ql)?:\/\/)([^/?#]*@)?([^/?#]*)(\/.*)$/s.exec(text) ?? []
  if (scheme === undefined || hosts === undefined || rest === undefined) return undefined
  const urls = hosts.split(',').map((host) => URL.parse(`${scheme}${user}${host}${rest}`))
  const [first] = urls
  if (!first || first.pathname.length < 2 || urls.some((url) => !url || (urls.length > 1 && url.hostname === ''))) {
    return undefined
  }
  const wants = first.searchParams.get(parameter) ?? (urls.length > 1 ? 'read-write' : 'any')
  if (!isSessionKind(wants)) return undefined
  // Unchanged if possible: what URL writes may differ from what was given.
  if (urls.length === 1 && !first.searchParams.has(parameter)) return { urls: [text], wants }
  return { urls: urls.flatMap((url) => (url ? [withoutParameter(url)] : [])), wants }
}

/** As an operator would name it; without user and password. */
export function describeDatabase(text: string): string {
  const { urls = [] } = readDatabaseUrl(text) ?? {}
  const parts = urls.map((url) => new URL(url))
  // A socket's folder is a parameter, because a host can't contain a slash.
  const hosts = parts.map(({ host, searchParams }) => host || searchParams.get('host') || 'localhost')
  return `${decodeURIComponent(parts[0]?.pathname.slice(1) ?? '')} at ${hosts.join(', ')}`
}

function isSessionKind(text: string): text is SessionKind {
  return sessionKinds.some((kind) => kind === text)
}

function withoutParameter(url: URL): string {
  url.searchParams.delete(parameter)
  return url.href
}
