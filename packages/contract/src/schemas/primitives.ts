import type { TOptional, TSchema, TUnsafe } from 'typebox'
import { Type } from '../schema.ts'

/** One of a fixed list of words. An `enum`, so that an error can list the allowed words. */
export function word<const T extends string>(values: readonly T[], more: object = {}): TUnsafe<T> {
  return Type.Unsafe<T>({ type: 'string', enum: values, ...more })
}

export function nullable<T>(type: 'string' | 'integer' | 'array', more: object = {}): TUnsafe<T | null> {
  return Type.Unsafe<T | null>({ type: [type, 'null'], ...more })
}

export const timestamp = (description: string) =>
  Type.String({
    description,
    pattern: '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}Z$',
    examples: ['2026-03-01T09:30:00Z'],
  })

export const nullableTimestamp = (description: string) =>
  nullable<string>('string', {
    description,
    pattern: '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}Z$',
    examples: ['2026-03-01T09:30:00Z'],
  })

/** A timestamp from a caller, which is validated. */
export const nullableMoment = (description: string) =>
  nullable<string>('string', { description, format: 'timestamp', examples: ['2026-03-01T09:30:00Z'] })

export const clockTime = (description: string) =>
  Type.String({ description, format: 'clock-time', examples: ['22:00'] })

export const day = (description: string) => Type.String({ description, format: 'date', examples: ['2026-03-01'] })

/** Days that a list is limited to. */
export const dayRange = {
  from: Type.Optional(day("First day, in the channel's time zone.")),
  to: Type.Optional(day('Last day, inclusive.')),
}

export const pageSize = Type.Integer({
  minimum: 1,
  maximum: 100,
  default: 50,
  description: 'Items per page, from 1 to 100.',
})

/** Limits of requests that don't use the usual page size. */
export const sizeLimits = {
  timelinePage: 200,
  zipFiles: 500,
  countedADay: 1000,
  countedUnread: 1000,
  /** In the overview, where every channel is counted. */
  countedUnreadInCard: 100,
  bookmarks: 200,
  /** Years and messages of a year that are shown as memories. */
  memoryYears: 10,
  memoriesOfYear: 6,
} as const

export const cursor = Type.String({
  minLength: 1,
  maxLength: 1000,
  description:
    'The `nextCursor` of the previous page. A cursor includes its query, so you can leave out the other parameters. A ' +
    "parameter that differs from the cursor's is rejected, except `limit`.",
})

export const nextCursor = nullable<string>('string', {
  description: 'Send it as `cursor` to get the next page. Null if there are no more items.',
})

export const order = (standard: 'asc' | 'desc') =>
  word(['asc', 'desc'], { default: standard, description: '`asc` for oldest first, `desc` for newest first.' })

export const success = Type.Object(
  { success: Type.Literal(true) },
  {
    title: 'Success',
    description: 'The request succeeded.',
    additionalProperties: false,
    examples: [{ success: true }],
  },
)

type ReadOnly<Names extends readonly string[]> = { [Name in Names[number]]: TOptional<TUnsafe<unknown>> }

/**
 * Members that a client can send back after reading the resource. They are accepted and ignored, so that "read, edit, write"
 * works without removing them.
 */
export function readOnly<const Names extends readonly string[]>(names: Names): ReadOnly<Names> {
  const ignored = Type.Optional(
    Type.Unsafe<unknown>({ readOnly: true, description: 'Read-only. Accepted and ignored.' }),
  )
  return Object.fromEntries(names.map((name) => [name, ignored])) as ReadOnly<Names>
}

/** An object that has exactly these members. */
export function exactly<const P extends Record<string, TSchema>>(title: string, members: P, more: object = {}) {
  return Type.Object(members, { title, additionalProperties: false, ...more })
}
