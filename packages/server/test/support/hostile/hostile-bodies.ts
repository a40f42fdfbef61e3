import type { Route } from '@innkeeper/contract'

/** A body that must be refused, and what the error must say. */
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

/** A member as the error names it (`qa.mode`, `keywords[0]`), how to set its value, and its value in the example. */
type BodyField = { name: string; schema: Schema; put(value: unknown): unknown; there: unknown }

/** A placeholder for 10,000 nested lists, which can't be rendered like other values. */
const deep = '<deep>'
const render = (value: unknown) =>
  JSON.stringify(value).replaceAll(`"${deep}"`, () => '['.repeat(10_000) + ']'.repeat(10_000))
const notJson = 'Body is not valid JSON in UTF-8'
const notObject = 'Body must be an object'

/** Bodies that every route refuses, even routes without a body. */
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
      says: `Unknown field ${JSON.stringify(name)}`,
    })),
  ]
}

/** For a route with a body: each member missing, of the wrong type, too long, too large, or with unknown members inside. */
export function hostileMembers(route: Route, example: object): HostileBody[] {
  const schema = route.body as Schema
  const leftOut = (schema.required ?? []).map((name) => ({
    what: `without ${name}`,
    raw: render({ ...example, [name]: undefined }),
    says: `${name} is missing`,
  }))
  const wrong = fieldsOf({ name: '', schema, put: (value) => value, there: example }).flatMap((field) => [
    ...wrongValues(field.schema).map((value) => ({
      what: `${field.name}: ${brief(value)}`,
      raw: render(field.put(value)),
      says: field.name,
    })),
    ...(field.schema.properties && field.there ? strangersInside(field) : []),
  ])
  return [...leftOut, ...wrong]
}

export type TextPosition = { name: string; least: number; most: number; put(text: string): unknown }

/** Members that contain free text, and their maximum length. */
export function textPositions(route: Route, example: object): TextPosition[] {
  return fieldsOf({ name: '', schema: (route.body ?? {}) as Schema, put: (value) => value, there: example })
    .filter(({ schema }) => schema.type === 'string' && !schema.enum && isFree(schema) && !schema.pattern)
    .filter(({ schema }) => schema.maxLength !== undefined)
    .map(({ name, schema, put }) => ({ name, least: schema.minLength ?? 0, most: schema.maxLength ?? 0, put }))
}

/** Leaves out what is inside objects that the example doesn't have, because their required members aren't known here. */
function fieldsOf(root: BodyField): BodyField[] {
  const fields: BodyField[] = []
  for (const [member, schema] of Object.entries(root.schema.properties ?? {})) {
    if (schema.readOnly) continue
    const there = (root.there as Record<string, unknown>)[member]
    const field: BodyField = {
      name: root.name ? `${root.name}.${member}` : member,
      schema,
      put: (value) => root.put({ ...(root.there as object), [member]: value }),
      there,
    }
    fields.push(field)
    if (schema.properties && there) fields.push(...fieldsOf(field))
    if (schema.items) {
      const put = (value: unknown) => field.put([value])
      fields.push({ name: `${field.name}[0]`, schema: schema.items, put, there: (there as unknown[] | undefined)?.[0] })
    }
  }
  return fields
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

function strangersInside(field: BodyField): HostileBody[] {
  return strangers(field.there as object).map(([name, body]) => ({
    what: `${field.name} with ${name}`,
    raw: render(field.put(body)),
    says: `Unknown field ${JSON.stringify(`${field.name}.${name}`)}`,
  }))
}

/** The object with one more member, whose name is known to cause bugs. An entry can be called `__proto__`. */
function strangers(example: object): [string, object][] {
  const payload = { isAdmin: true, enabled: true, role: 'owner' }
  const names = ['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty', 'owner', 'channelId', '']
  return names
    .filter((name) => !Object.hasOwn(example, name))
    .flatMap((name) =>
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

/** Accepts any text. */
function isFree({ format }: Schema): boolean {
  return format === undefined || format === 'not-blank'
}
