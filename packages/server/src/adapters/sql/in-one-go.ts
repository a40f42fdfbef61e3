import type { Sql } from './sql.ts'

/**
 * For writes that need no answer of each other, in this order. A server is sent all of them without waiting in between: each would cost
 * a journey. When this ends all have ended, so that none comes after a rollback.
 */
export async function inOneGo<T>(
  tx: Sql,
  list: readonly T[],
  write: (one: T, index: number) => Promise<void>,
): Promise<void> {
  if (tx.engine === 'sqlite') {
    for (const [index, one] of list.entries()) await write(one, index)
    return
  }
  const ended = await Promise.allSettled(list.map(write))
  for (const one of ended) if (one.status === 'rejected') throw one.reason
}
