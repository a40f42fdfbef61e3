import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Type as TypeBox } from 'typebox'
import { Type } from '../src/schema.ts'

/** The same schemas, written with either. */
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

test('every kind of schema is written as its library writes it', () => {
  assert.deepEqual(written(samples(Type)), written(samples(TypeBox as unknown as typeof Type)))
})

test('what may be left out is not required, and the mark of it is not seen', () => {
  const { object } = samples(Type)
  assert.deepEqual(written(object).required, ['must', 'deep'])
  assert.deepEqual(Object.keys(Type.Optional(Type.Boolean())), ['type'])
})
