import type { Reader, Value } from '../sql.ts'

/** For a list of values. Without the casts, PostgreSQL would treat them as texts. */
export const positionValues = '(cast(? as bigint), cast(? as bigint))'

/** How many items one statement reads. Only a few sizes, because each has its own prepared statement. */
const sizes = [1, 4, 16] as const
const largest = 16

/**
 * Reads many items of a channel, in any order: one statement for several costs half of one each. If fewer are wanted than the
 * statement has parameters, the last one is repeated; so a statement must match each item once, as `in` does.
 */
export function createManyReader<Row extends Value[]>(textFor: (count: number) => string) {
  const texts = new Map<number, string>(sizes.map((size) => [size, textFor(size)]))
  return async (sql: Reader, channelNo: number, wanted: readonly Value[][]): Promise<Row[]> => {
    const rows: Row[] = []
    for (let from = 0; from < wanted.length; from += largest) {
      const size = sizes.find((one) => one >= wanted.length - from) ?? largest
      const values: Value[] = [channelNo]
      for (let at = from; at < from + size; at++) values.push(...(wanted[at] ?? wanted.at(-1) ?? []))
      rows.push(...(await sql.lists<Row>(texts.get(size) ?? '', ...values)))
    }
    return rows
  }
}
