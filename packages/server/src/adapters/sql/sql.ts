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
export type Reader = Omit<Statements, 'run' | 'returning'> & {
  /** What was read and stays true until the next commit: each gets an empty one. Undefined where commits of others aren't seen. */
  memory?(): Map<string, unknown>
}

/** The operator's settings that apply to every channel. */
export type Defaults = {
  /** For channels whose owner has set none. */
  timezone: string
  claim: ClaimPolicy
  /** The service's public URL, if it is known. */
  baseUrl?: string | undefined
  /** Whether the URL that an operator saved comes first. */
  usesSavedAddress?: boolean | undefined
  /** How much a channel can store; undefined: the built-in limits. */
  limits?: AssistantLimits | undefined
}

/**
 * A parameter after `limit` or `offset`. SQLite recompiles a statement each time a bare one is bound, because its value
 * might change the plan; it doesn't look into a sum.
 */
export const given = '? + 0'

/**
 * Locks a channel until the transaction ends, so that what is read of it stays true. For commands that find out which channels
 * they need while they run; all others lock theirs at the beginning (see `commands.ts`). SQLite has a single writer and locks
 * nothing.
 */
export async function lockChannel(tx: Sql, channelNo: number): Promise<void> {
  if (tx.engine === 'postgres') await tx.get('select channel from channels where channel = ? for update', channelNo)
}

/** The same, unless someone else has locked it. A channel that is gone can't be locked, and needs no lock. */
export async function tryLockChannel(tx: Sql, channelNo: number): Promise<boolean> {
  if (tx.engine === 'sqlite') return true
  const taken = await tx.get('select channel from channels where channel = ? for update skip locked', channelNo)
  return (
    taken !== undefined || (await tx.get('select channel from channels where channel = ?', channelNo)) === undefined
  )
}

/** Rows of the table `locks`, which exist from the start. */
export const lockNames = ['connections', 'erasures', 'index', 'keys', 'upkeep'] as const
export type LockName = (typeof lockNames)[number]

/** Locks a name until the transaction ends. After the channels. */
export async function lockName(tx: Sql, name: LockName): Promise<void> {
  if (tx.engine === 'postgres') await tx.get('select name from locks where name = ? for update', name)
}
