import assert from 'node:assert/strict'
import { test } from 'node:test'
import { listRoutes, openapiDocument } from '@innkeeper/contract'
import { Ajv } from 'ajv'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { Type as TypeBox } from 'typebox'
import { Type } from '../src/schema.ts'
import { AssistantFile } from '../src/schemas/assistant/files.ts'
import { RuleDraft } from '../src/schemas/assistant/rules.ts'

/** The same schemas, built with our functions or with TypeBox. */
function samples(type: typeof Type) {
  const text = type.String({ minLength: 1, description: 'A text.' })
  return {
    array: type.Array(text, { maxItems: 3 }),
    boolean: type.Boolean(),
    integer: type.Integer({ minimum: 0 }),
    literal: type.Literal('yes', { description: 'Only this.' }),
    number: type.Number({ maximum: 1.5 }),
    record: type.Record(type.String(), type.Integer()),
    union: type.Union([text, type.Literal(1), type.Literal(true)]),
    unknown: type.Unknown({ description: 'Anything.' }),
    unsafe: type.Unsafe<string | null>({ type: ['string', 'null'] }),
    empty: type.Object({}),
    object: type.Object(
      { must: text, may: type.Optional(type.Boolean()), deep: type.Object({ one: type.Optional(text) }) },
      { additionalProperties: false },
    ),
  }
}

const written = (schemas: object) => JSON.parse(JSON.stringify(schemas))

test('every kind of schema is the same as in TypeBox', () => {
  assert.deepEqual(written(samples(Type)), written(samples(TypeBox as unknown as typeof Type)))
})

test('optional members are not required, and their marker is hidden', () => {
  const { object } = samples(Type)
  assert.deepEqual(written(object).required, ['must', 'deep'])
  assert.deepEqual(Object.keys(Type.Optional(Type.Boolean())), ['type'])
})

test('every schema for a request or a file is valid JSON Schema', () => {
  const ajv = new Ajv()
  const inputs = listRoutes().flatMap(({ name, route: { query, body } }) => [
    [`${name} query`, query ?? {}] as const,
    [`${name} body`, body ?? {}] as const,
  ])
  for (const [what, schema] of [...inputs, ['assistant file', AssistantFile] as const, ['rule', RuleDraft] as const]) {
    assert.ok(ajv.validateSchema(schema), `${what}: ${ajv.errorsText()}`)
  }
  assert.ok(!ajv.validateSchema(Type.Array(Type.Unsafe({ type: 'words' }))), 'an invalid schema is rejected')
})

test('every schema in the OpenAPI document is valid JSON Schema', () => {
  const ajv = new Ajv2020({ strict: false })
  const schemas = schemasIn(openapiDocument({ version: '1.2.3', baseUrl: 'https://innkeeper.example' }))
  assert.ok(schemas.length > listRoutes().length)
  for (const schema of schemas) {
    assert.ok(ajv.validateSchema(schema), `${JSON.stringify(schema).slice(0, 200)}: ${ajv.errorsText()}`)
  }
  assert.ok(!ajv.validateSchema({ type: 'object', properties: { name: { type: 'words' } } }), 'a broken one is invalid')
})

/** The schemas of parameters, bodies and responses, and the components that they refer to. */
function schemasIn(value: unknown, name?: string): object[] {
  if (typeof value !== 'object' || value === null) return []
  if (name === 'schema') return [value]
  if (name === 'schemas') return Object.values(value)
  return Object.entries(value).flatMap(([member, below]) => schemasIn(below, member))
}
