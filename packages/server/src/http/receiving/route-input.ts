import type { Route } from '@innkeeper/contract'
import { type Validate, validator } from '@innkeeper/contract/validate'
import type { TSchema } from 'typebox'
import { findBrokenText } from '../../domain/broken-text.ts'
import { invalid } from '../../domain/refusal.ts'

/** Reads and checks the query and the body before any action sees them. */
export type ReadInput = (request: { query: unknown; body: unknown }) => { query: object; body: unknown }

type Property = { type?: string | string[]; readOnly?: boolean }
const nothing: TSchema = { type: 'object', properties: {}, additionalProperties: false }
const none = {}

export function inputReader(route: Route): ReadInput {
  const querySchema = route.query ?? nothing
  const bodySchema = route.body ?? nothing
  const validateQuery = validator(querySchema, 'Query')
  const validateBody = validator(bodySchema, 'Body')
  const integers = namesWhere(querySchema, (property) => property.type === 'integer')
  const booleans = namesWhere(querySchema, (property) => property.type === 'boolean')
  const ignored = namesWhere(bodySchema, (property) => property.readOnly === true)
  return ({ query, body }) => ({
    query: readQuery(query as Record<string, unknown>, { integers, booleans }, validateQuery),
    body: readBody(
      body === undefined && route.bodyIsOptional ? {} : body,
      route.body !== undefined,
      ignored,
      validateBody,
    ),
  })
}

type Named = { integers: Set<string>; booleans: Set<string> }

function readQuery(given: Record<string, unknown>, { integers, booleans }: Named, validate: Validate): object {
  const query: Record<string, unknown> = {}
  let isEmpty = true
  for (const name in given) {
    isEmpty = false
    // Assigning it below would have no effect, so the validator would never see it.
    if (name === '__proto__') throw invalid('Unknown query parameter "__proto__"')
    const value = given[name]
    if (Array.isArray(value)) throw invalid(`${name} was given more than once`)
    query[name] = integers.has(name) ? wholeNumber(value) : booleans.has(name) ? trueOrFalse(value) : value
  }
  if (isEmpty) return none
  check(validate(query))
  return query
}

/** `7`, but not `07`, `7.0`, `1e1` or `+7`: these stay strings and are refused as such. */
function wholeNumber(value: unknown): unknown {
  return typeof value === 'string' && /^-?(0|[1-9]\d{0,14})$/.test(value) ? Number(value) : value
}

/** Anything else is refused as not a boolean. */
function trueOrFalse(value: unknown): unknown {
  return value === 'true' ? true : value === 'false' ? false : value
}

/** A route without a body accepts no body, an empty one and `{}`. */
function readBody(given: unknown, isExpected: boolean, ignored: Set<string>, validate: Validate): unknown {
  if (given === undefined) {
    if (isExpected) throw invalid('Body is missing; send a JSON object with Content-Type: application/json')
    return undefined
  }
  check(validate(given))
  if (!isExpected) return undefined
  const body = Object.fromEntries(Object.entries(given as object).filter(([name]) => !ignored.has(name)))
  check(findBrokenText(body))
  return body
}

function check(sentence: string | undefined): void {
  if (sentence !== undefined) throw invalid(sentence)
}

function namesWhere(schema: object, matches: (property: Property) => boolean): Set<string> {
  const { properties = {} } = schema as { properties?: Record<string, Property> }
  return new Set(Object.keys(properties).filter((name) => matches(properties[name] ?? {})))
}
