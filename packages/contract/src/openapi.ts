import { budgets } from './budgets.ts'
import { type ErrorCode, errors, sentenceOf } from './errors.ts'
import { answersWithETag, errorsOf, type Route, takesIfMatch } from './route.ts'
import { listRoutes } from './routes.ts'
import { JsonRpcError } from './schemas/mcp.ts'
import { ErrorBody } from './schemas/service.ts'

type Json = Record<string, unknown>

/** The OpenAPI 3.1 document of the whole route table. */
export function openapiDocument(options: { version: string; baseUrl: string }): Json {
  const components = new Map<string, unknown>()
  const paths: Record<string, Json> = {}
  for (const { name, route } of listRoutes()) {
    const path = route.path.replace(/:(\w+)/g, '{$1}')
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: operation(name, route, components) }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Innkeeper',
      version: options.version,
      summary: 'Assistant and backup for chat groups.',
      description: introduction,
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: options.baseUrl, description: 'This service' }],
    security: [{ key: [] }, { signIn: [] }],
    tags: Object.entries(tags).map(([name, description]) => ({ name, description })),
    paths,
    components: {
      securitySchemes: {
        key: { type: 'http', scheme: 'bearer', description: 'An API key, sent as `Authorization: Bearer ink_…`.' },
        signIn: {
          type: 'apiKey',
          in: 'cookie',
          name: '__Host-innkeeper',
          description: 'The cookie of a signed-in browser. Requests with it must come from a page of this service.',
        },
      },
      schemas: Object.fromEntries([...components].sort(([a], [b]) => (a < b ? -1 : 1))),
    },
  }
}

const introduction = `
Manage group chats, called channels: read their details and members, configure the assistant that answers in them, subscribe to
their backup, and read saved messages and media files.

**Keys.** Send \`Authorization: Bearer <key>\` with every request below \`/api\`. To create a key, run
\`./innkeeper keys create --user <id>\` on the server, or use the console under *Account*.

**Responses** are the resource itself, without a wrapper. **Errors** are \`{"error": "<sentence>"}\`. **Timestamps** are UTC with
second precision. **Lists** are paged with an opaque \`cursor\`. If \`nextCursor\` is null, there are no more items. Unknown
parameters and fields are rejected with 400, so that typos aren't silently ignored.

**Limits** apply per person, across all their keys and sign-ins. Expensive requests also have a budget per person and per channel.
Requests beyond a limit get 429 with \`Retry-After\`.

**Order of checks:** authentication (401), request limit (429), permission (403), subscription (403), budget (429), parameters and
body (400), existence (404), ETag (412). A channel that doesn't exist gives the same response as one that the caller can't access.
`.trim()

const tags: Record<Route['tag'], string> = {
  Service: 'Health checks, this reference and the console. No key needed.',
  Account: "The caller's profile, usage, keys and sign-ins.",
  Channels: 'Group chats, their settings and audit logs.',
  Members: 'People in a channel and their roles.',
  Assistant: 'What the bot says: rules, welcome and group rules.',
  Backup: 'Subscriptions, messages and media files.',
  Webhooks: 'What happens in a channel, sent to other programs.',
  MCP: 'For AI assistants.',
  Platforms: 'Webhooks of chat platforms.',
  Operator: 'Service status, for keys with operator rights.',
}

function operation(name: string, route: Route, components: Map<string, unknown>): Json {
  return {
    operationId: name,
    tags: [route.tag],
    summary: route.summary,
    description: [route.description, permissionProse(route), budgetProse(route)].filter(Boolean).join('\n\n'),
    ...(route.permission === 'public' ? { security: [] } : {}),
    ...parameters(route, components),
    ...requestBody(route, components),
    responses: responses(route, components),
  }
}

function requestBody({ body, bodyIsOptional, raw, upload }: Route, components: Map<string, unknown>): Json {
  if (upload) return { requestBody: { required: true, content: { 'application/octet-stream': {} } } }
  if (raw) return { requestBody: { required: true, content: { '*/*': {} } } }
  if (!body) return {}
  const content = { 'application/json': { schema: refer(body, components) } }
  return { requestBody: { required: !bodyIsOptional, content } }
}

function permissionProse(route: Route): string {
  const who = {
    public: route.raw ? 'The platform, which signs its requests.' : 'No key needed.',
    key: 'Any valid key.',
    operator: 'Keys with operator rights.',
    visitor: 'Anyone in the channel, including guests.',
    member: 'Members, admins and the owner.',
    admin: 'Admins and the owner.',
    owner: 'The owner only.',
  }[route.permission]
  return `**Permission:** ${who}${route.subscriber ? ' The caller must be subscribed to the backup.' : ''}`
}

function budgetProse({ cost }: Route): string | undefined {
  if (cost === undefined) return undefined
  const { person, channel } = budgets[cost]
  const describe = ({ atOnce, aMinute }: typeof person | typeof channel) =>
    `${atOnce} at once and ${aMinute} per minute`
  return (
    `**Budget (\`${cost}\`):** ${describe(person)} for each person, ${describe(channel)} for each channel. Requests beyond it get ` +
    "429. The numbers per minute scale with the operator's request limit."
  )
}

function parameters(route: Route, components: Map<string, unknown>): Json {
  const list = [
    ...parametersOf(route.params, 'path', components),
    ...parametersOf(route.query, 'query', components),
    ...(takesIfMatch(route) ? [ifMatch] : []),
  ]
  return list.length > 0 ? { parameters: list } : {}
}

const ifMatch: Json = {
  name: 'If-Match',
  in: 'header',
  required: false,
  description:
    'One or more `ETag` values, or `*`. If none of them is current, nothing is changed and the response is 412. Without ' +
    'this header, the last write wins.',
  schema: { type: 'string' },
  example: '"pBz0wq5qBf5Hq3vJx1n2Ug"',
}
const etag = 'For `If-Match`. Changes only when an editable field changes, not with counters and timestamps.'

function parametersOf(schema: Route['params'], place: 'path' | 'query', components: Map<string, unknown>): Json[] {
  return Object.entries(schema?.properties ?? {}).map(([name, property]) => {
    const { description, ...rest } = refer(property, components) as Json
    return { name, in: place, required: place === 'path', ...(description ? { description } : {}), schema: rest }
  })
}

function responses(route: Route, components: Map<string, unknown>): Json {
  const { answer } = route
  if ('to' in answer) return { 302: redirect(answer.to), ...refusals(route, components) }
  const content =
    'schema' in answer
      ? {
          'application/json': { schema: refer(answer.schema, components) },
          ...(answer.lines && { 'application/x-ndjson': { schema: refer(answer.lines, components) } }),
        }
      : Object.fromEntries(
          answer.media.map((type) => [type, type === 'application/json' ? { schema: { type: 'object' } } : {}]),
        )
  const headers = Object.fromEntries(
    Object.entries({ ...answer.headers, ...(answersWithETag(route) ? { ETag: etag } : {}) }).map(
      ([name, description]) => [name, { description, schema: { type: 'string' } }],
    ),
  )
  const withHeaders = Object.keys(headers).length > 0 ? { headers } : {}
  const all: Json = {
    [answer.status]: { description: answer.status === 201 ? 'Created' : 'Success', ...withHeaders, content },
  }
  if ('partial' in answer && answer.partial) {
    all['206'] = { description: 'The requested range', ...withHeaders, content }
    all['304'] = { description: 'Not modified' }
  }
  if (route.jsonRpc) all['202'] = { description: 'A notification was received' }
  if ('elsewhere' in answer && answer.elsewhere !== undefined) all['302'] = redirect(answer.elsewhere)
  return { ...all, ...refusals(route, components) }
}

function refusals(route: Route, components: Map<string, unknown>): Json {
  const all: Json = {}
  for (const [status, codes] of byStatus(errorsOf(route))) {
    all[status] = {
      description: codes.map((code) => `\`${sentenceOf(code, '…')}\``).join(', '),
      content: { 'application/json': { schema: refer(route.jsonRpc ? rpcErrorBody : ErrorBody, components) } },
    }
  }
  return all
}

function redirect(description: string): Json {
  return {
    description,
    headers: { Location: { description: 'Where the redirect leads.', schema: { type: 'string' } } },
  }
}

const rpcErrorBody = { anyOf: [ErrorBody, JsonRpcError] }

function byStatus(codes: ErrorCode[]): [string, ErrorCode[]][] {
  const groups = Object.groupBy(codes, (code) => String(errors[code].status))
  return Object.entries(groups).map(([status, list]) => [status, list ?? []])
}

/** A copy of the schema in which everything with a title is a reference into `components`. */
function refer(schema: unknown, components: Map<string, unknown>): unknown {
  if (Array.isArray(schema)) return schema.map((item) => refer(item, components))
  if (typeof schema !== 'object' || schema === null) return schema
  const { title } = schema as { title?: unknown }
  if (typeof title !== 'string') return referMembers(schema, components)
  if (!components.has(title)) {
    components.set(title, undefined)
    components.set(title, referMembers(schema, components))
  }
  return { $ref: `#/components/schemas/${title}` }
}

function referMembers(schema: object, components: Map<string, unknown>): Json {
  return Object.fromEntries(
    Object.entries(schema).map(([key, value]) => [
      key,
      key === 'examples' || key === 'enum' ? value : refer(value, components),
    ]),
  )
}
