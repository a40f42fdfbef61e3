import type { Route } from '@innkeeper/contract'

/** A body that must be refused, and what the sentence must say. */
export type HostileBody = { what: string; raw: string | Uint8Array; type?: string; says: string }

type Schema = {
  type?: string | string[]
  enum?: unknown[]
  format?: string
  pattern?: string
  properties?: Record<string, Schema>
  items?: Schema
  required?: string[]
  readOnly?: boolean
  minLength?: number
  maxLength?: number
  minItems?: number
  maxItems?: number
  minimum?: number
  maximum?: number
}

/** A member as the sentence names it (`qa.mode`, `keywords[0]`), how to put a value there, and what the example has there. */
type BodyField = { name: string; schema: Schema; put(value: unknown): unknown; there: unknown }

/** Stands for 10,000 lists inside each other, which cannot be rendered like other values. */
const deep = '<deep>'
const render = (value: unknown) =>
  JSON.stringify(value).replaceAll(`"${deep}"`, () => '['.repeat(10_000) + ']'.repeat(10_000))
const notJson = 'Body is not valid JSON in UTF-8'
const notObject = 'Body must be an object'

/** What no route takes, whether it has a body or not. */
export function hostileWholes(example: object): HostileBody[] {
  const json = JSON.stringify(example)
  return [
    { what: 'broken JSON', raw: `${json.slice(0, -1)},`, says: notJson },
    { what: 'two documents', raw: `${json}${json}`, says: notJson },
    { what: 'JavaScript, not JSON', raw: '{a: undefined}', says: notJson },
    {
      what: 'invalid UTF-8',
      raw: Buffer.from([...Buffer.from('{"a":"'), 0xc3, 0x28, ...Buffer.from('"}')]),
      says: notJson,
    },
    { what: 'UTF-16', raw: Buffer.from(json, 'utf16le'), says: notJson },
    { what: 'a list', raw: `[${json}]`, says: notObject },
    { what: 'a text', raw: JSON.stringify(json), says: notObject },
    { what: 'a number', raw: '7', says: notObject },
    { what: 'null', raw: 'null', says: notObject },
    { what: 'true', raw: 'true', says: notObject },
    { what: '10,000 nested lists', raw: render(deep), says: notObject },
    { what: 'plain text', raw: json, type: 'text/plain', says: 'Content-Type must be application/json' },
    {
      what: 'a form',
      raw: 'a=1',
      type: 'application/x-www-form-urlencoded',
      says: 'Content-Type must be application/json',
    },
    { what: 'no media type', raw: json, type: 'nonsense', says: 'Content-Type must be application/json' },
    {
      what: '2 MiB',
      raw: JSON.stringify({ a: 'x'.repeat(2 * 1024 * 1024) }),
      says: 'Body is too large; at most 1 MiB is allowed',
    },
    ...strangers(example).map(([name, body]) => ({
      what: `an unknown member ${name}`,
      raw: render(body),
      says: `Unknown member ${JSON.stringify(name)}`,
    })),
  ]
}

/** For a route with a body: each member left out, of a wrong kind, too long, too much, or with strangers inside. */
export function hostileMembers(route: Route, example: object): HostileBody[] {
  const schema = route.body as Schema
  const leftOut = (schema.required ?? []).map((name) => ({
    what: `without ${name}`,
    raw: render({ ...example, [name]: undefined }),
    says: `${name} is missing`,
  }))
  const wrong = placesOf({ name: '', schema, put: (value) => value, there: example }).flatMap((place) => [
    ...wrongValues(place.schema).map((value) => ({
      what: `${place.name}: ${brief(value)}`,
      raw: render(place.put(value)),
      says: place.name,
    })),
    ...(place.schema.properties && place.there ? strangersInside(place) : []),
  ])
  return [...leftOut, ...wrong]
}

export type TextPosition = { name: string; most: number; put(text: string): unknown }

/** Members that hold free text, and how long it may be. */
export function textPositions(route: Route, example: object): TextPosition[] {
  return placesOf({ name: '', schema: (route.body ?? {}) as Schema, put: (value) => value, there: example })
    .filter(({ schema }) => schema.type === 'string' && !schema.enum && isFree(schema) && !schema.pattern)
    .filter(({ schema }) => schema.maxLength !== undefined)
    .map(({ name, schema, put }) => ({ name, most: schema.maxLength ?? 0, put }))
}

/** Whole members that the example leaves out are looked at from outside only: what else they need is not known here. */
function placesOf(root: BodyField): BodyField[] {
  const places: BodyField[] = []
  for (const [member, schema] of Object.entries(root.schema.properties ?? {})) {
    if (schema.readOnly) continue
    const there = (root.there as Record<string, unknown>)[member]
    const place: BodyField = {
      name: root.name ? `${root.name}.${member}` : member,
      schema,
      put: (value) => root.put({ ...(root.there as object), [member]: value }),
      there,
    }
    places.push(place)
    if (schema.properties && there) places.push(...placesOf(place))
    if (schema.items) {
      const put = (value: unknown) => place.put([value])
      places.push({ name: `${place.name}[0]`, schema: schema.items, put, there: (there as unknown[] | undefined)?.[0] })
    }
  }
  return places
}

function wrongValues(schema: Schema): unknown[] {
  const types = [schema.type ?? []].flat()
  const values: unknown[] = [null, true, 7, 1.5, 'text', [], {}].filter((value) => !isOneOf(value, types))
  values.push(deep)
  if (schema.enum) values.push('no such word', '', String(schema.enum[0]).toUpperCase(), ` ${String(schema.enum[0])}`)
  if (schema.format === 'not-blank') values.push(' \n', '\u200b\u3000')
  else if (schema.format === 'rule-id') values.push('', 'no spaces', '../etc/passwd')
  else if (schema.format) values.push('', 'nonsense', '2026-02-30T00:00:00Z', '+09:00', '../etc/passwd')
  if (schema.minLength) values.push('')
  if (schema.maxLength !== undefined) values.push('x'.repeat(schema.maxLength + 1))
  if (schema.minItems) values.push([])
  if (schema.maxItems !== undefined) values.push(Array.from({ length: schema.maxItems + 1 }, () => 'x'))
  if (schema.minimum !== undefined) values.push(schema.minimum - 1, -1e300)
  if (schema.maximum !== undefined) values.push(schema.maximum + 1, 1e300)
  return values
}

function isOneOf(value: unknown, types: string[]): boolean {
  if (value === null) return types.includes('null')
  if (Array.isArray(value)) return types.includes('array')
  if (typeof value === 'number')
    return types.includes('number') || (types.includes('integer') && Number.isInteger(value))
  return types.includes(typeof value)
}

function strangersInside(place: BodyField): HostileBody[] {
  return strangers(place.there as object).map(([name, body]) => ({
    what: `${place.name} with ${name}`,
    raw: render(place.put(body)),
    says: `Unknown member ${JSON.stringify(`${place.name}.${name}`)}`,
  }))
}

/** The object with one more member, of the names that have tripped others. An entry may be called `__proto__`. */
function strangers(example: object): [string, object][] {
  const payload = { isAdmin: true, enabled: true, role: 'owner' }
  return ['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty', 'owner', 'channelId', ''].flatMap(
    (name) =>
      [payload, deep].map((value): [string, object] => [
        name,
        Object.fromEntries([...Object.entries(example), [name, value]]),
      ]),
  )
}

function brief(value: unknown): string {
  const text = JSON.stringify(value)
  return text.length > 40 ? `${text.slice(0, 40)}… (${text.length})` : text
}

/** Takes any words. */
function isFree({ format }: Schema): boolean {
  return format === undefined || format === 'not-blank'
}
