import { budgets } from './budgets.ts'
import { type ErrorCode, errors, sentenceOf } from './errors.ts'
import { answersWithETag, errorsOf, type Route, takesIfMatch } from './route.ts'
import { listRoutes } from './routes.ts'
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
      summary: 'Group assistant and backup for chat groups.',
      description: introduction,
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: options.baseUrl, description: 'This service' }],
    security: [{ key: [] }, { signIn: [] }],
    tags: Object.entries(tags).map(([name, description]) => ({ name, description })),
    paths,
    components: {
      securitySchemes: {
        key: { type: 'http', scheme: 'bearer', description: 'An API key: `Authorization: Bearer ink_…`.' },
        signIn: {
          type: 'apiKey',
          in: 'cookie',
          name: '__Host-innkeeper',
          description: 'A browser that is signed in. What is not GET must come from a page of this service.',
        },
      },
      schemas: Object.fromEntries([...components].sort(([a], [b]) => (a < b ? -1 : 1))),
    },
  }
}

const introduction = `
A caller manages group chats, called channels: reads their details and members, configures the assistant that answers
in them, subscribes to their backup and reads the backed-up messages and media files.

**Keys.** Every request below \`/api\` bears \`Authorization: Bearer <key>\`. Make a key on the machine of the service
with \`./innkeeper keys create --user <id>\`.

**Answers** are the resource itself, never wrapped. **Errors** are \`{"error": "<sentence>"}\`. **Timestamps** are UTC
with second precision. **Lists** are paged by an opaque \`cursor\`; when \`nextCursor\` is null there is no more data.
An unknown parameter or body member is refused with 400, so that a typo is not silently ignored.

**Limits** are counted per person: all keys and sign-ins of one user together. Expensive requests also have a budget per person and
per channel. A refused request gets 429 with \`Retry-After\`.

**Order of checks:** authentication (401), permission (403), subscription (403), parameters and body (400),
existence (404), edition (412). A channel that does not exist and one that is closed to the caller give the same answer.
`.trim()

const tags: Record<Route['tag'], string> = {
  Service: 'Health and this reference; no key needed.',
  Account: 'The caller: profile, usage, keys.',
  Channels: 'Group chats, their settings and their audit log.',
  Members: 'People in a channel and their roles.',
  Assistant: 'What the bot says: rules of reply, welcome, group rules.',
  Backup: 'Subscription, messages and media files.',
  Platforms: 'Where chat platforms deliver what happened.',
  Operator: 'How the service itself fares; for keys with operator rights.',
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

function requestBody({ body, bodyIsOptional, raw }: Route, components: Map<string, unknown>): Json {
  if (raw) return { requestBody: { required: true, content: { '*/*': {} } } }
  if (!body) return {}
  const content = { 'application/json': { schema: refer(body, components) } }
  return { requestBody: { required: !bodyIsOptional, content } }
}

function permissionProse(route: Route): string {
  const who = {
    public: route.raw ? 'The platform, which signs what it sends.' : 'No key needed.',
    key: 'Any valid key.',
    operator: 'Keys with operator rights.',
    visitor: 'Anybody in the channel, guests included.',
    member: 'Members, admins and the owner.',
    admin: 'Admins and the owner.',
    owner: 'The owner only.',
  }[route.permission]
  return `**Who may:** ${who}${route.subscriber ? ' The caller must be subscribed to the backup.' : ''}`
}

function budgetProse({ cost }: Route): string | undefined {
  if (cost === undefined) return undefined
  const { person, channel } = budgets[cost]
  const tell = ({ atOnce, aMinute }: typeof person | typeof channel) => `${atOnce} at once and ${aMinute} a minute`
  return (
    `**Budget for \`${cost}\`:** each person ${tell(person)}, each channel ${tell(channel)}; more is refused with 429. ` +
    "The numbers a minute change with the operator's request limit."
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
    'The `ETag` of the edition that was read, several of them, or `*`. Where it is another by now, nothing is changed and the ' +
    'answer is 412. Without it the last one to write wins.',
  schema: { type: 'string' },
  example: '"pBz0wq5qBf5Hq3vJx1n2Ug"',
}
const etag = 'Names the edition, for `If-Match`. Counters and stamps make no other edition.'

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
      ? { 'application/json': { schema: refer(answer.schema, components) } }
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
    all['304'] = { description: 'The client already has it' }
  }
  if ('elsewhere' in answer && answer.elsewhere !== undefined) all['302'] = redirect(answer.elsewhere)
  return { ...all, ...refusals(route, components) }
}

function refusals(route: Route, components: Map<string, unknown>): Json {
  const all: Json = {}
  for (const [status, codes] of byStatus(errorsOf(route))) {
    all[status] = {
      description: codes.map((code) => `\`${sentenceOf(code, '…')}\``).join(', '),
      content: { 'application/json': { schema: refer(ErrorBody, components) } },
    }
  }
  return all
}

function redirect(description: string): Json {
  return { description, headers: { Location: { description: 'Where to.', schema: { type: 'string' } } } }
}

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
