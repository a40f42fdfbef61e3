import type { AssistantLimits } from '../../domain/assistant/rules/assistant-limits.ts'
import type { ClaimPolicy } from '../../domain/channels/claim.ts'
import type { Intake } from './platforms/intake.ts'

export type Value = string | number | null

/** Where the engines need different texts, there is one for each, with the reason, as `{ sqlite, postgres }`. */
export type Engine = 'sqlite' | 'postgres'

/**
 * One SQL dialect for both engines: `?` placeholders, `on conflict`, `returning`; no booleans (0 and 1).
 * Statements are prepared once per text, so a text must not be built from values.
 */
export type Statements = {
  readonly engine: Engine
  get<Row>(text: string, ...values: Value[]): Promise<Row | undefined>
  all<Row>(text: string, ...values: Value[]): Promise<Row[]>
  /** Rows as lists of their columns, without names: for reads where every microsecond counts. */
  lists<Row extends (Value | Uint8Array)[]>(text: string, ...values: Value[]): Promise<Row[]>
  /** Writes, and returns the number of rows changed. */
  run(text: string, ...values: Value[]): Promise<number>
  /** Writes with a `returning` clause, and returns those rows. */
  returning<Row>(text: string, ...values: Value[]): Promise<Row[]>
}

/** A connection that can write. */
export type Sql = Statements & { readonly intake: Intake }

/** The part that changes nothing. */
export type Reader = Omit<Statements, 'run' | 'returning'>

/** What the operator decided for the whole service. */
export type Defaults = {
  /** Of channels whose owner has set none. */
  timezone: string
  claim: ClaimPolicy
  /** Where people reach the service; undefined where that is not known beforehand. */
  baseUrl?: string | undefined
  /** Of what a channel stores; the standard ones where it says nothing. */
  limits?: AssistantLimits | undefined
}

/**
 * A parameter after `limit` or `offset`. SQLite compiles a statement anew each time a bare one is bound, because its value
 * might change the plan; a sum it does not look into.
 */
export const given = '? + 0'
