/** Where files are stored in an S3-compatible store. */
export type BucketLocation = {
  bucket: string
  /** Before every name; empty, or with a slash at its end. */
  prefix: string
  /** Null: the provider's own, found by the region. */
  endpoint: string | null
  region: string | null
  /** Whether the bucket is in the path of a URL, instead of in its host. */
  isPathStyle: boolean
}

const parameters = new Set(['endpoint', 'region', 'path_style'])

/** Parses `s3://bucket/prefix?endpoint=…`; undefined if it is anything else. */
export function readBucketLocation(text: string): BucketLocation | undefined {
  const url = URL.parse(text)
  if (url?.protocol !== 's3:' || url.username || url.password || url.port || url.hash) return undefined
  const names = [...url.searchParams.keys()]
  if (new Set(names).size < names.length || !names.every((name) => parameters.has(name))) return undefined
  const bucket = url.hostname
  const prefix = url.pathname.replace(/^\/|\/$/g, '')
  const endpoint = url.searchParams.get('endpoint')
  const region = url.searchParams.get('region')
  // Self-hosted stores rarely have a host name for every bucket.
  const pathStyle = url.searchParams.get('path_style') ?? String(endpoint !== null)
  if (!/^[A-Za-z0-9][\w.-]{1,61}[A-Za-z0-9]$/.test(bucket)) return undefined
  if (prefix !== '' && !prefix.split('/').every(isNamePart)) return undefined
  if (endpoint !== null && !isEndpoint(endpoint)) return undefined
  if (region !== null && !/^[\w-]{1,64}$/.test(region)) return undefined
  if (pathStyle !== 'true' && pathStyle !== 'false') return undefined
  return {
    bucket,
    prefix: prefix && `${prefix}/`,
    endpoint: endpoint === null ? null : endpoint.replace(/\/+$/, ''),
    region,
    isPathStyle: pathStyle === 'true',
  }
}

/** As an operator would name it; without anything secret. */
export function describeBucket({ bucket, prefix, endpoint }: BucketLocation): string {
  return `s3://${bucket}${prefix && `/${prefix.slice(0, -1)}`}${endpoint === null ? '' : ` at ${endpoint}`}`
}

function isNamePart(part: string): boolean {
  return /^[\w.-]{1,100}$/.test(part) && part !== '.' && part !== '..'
}

function isEndpoint(text: string): boolean {
  const url = URL.parse(text)
  if (!url || !/^https?:$/.test(url.protocol)) return false
  return !url.search && !url.hash && !url.username && !url.password
}
