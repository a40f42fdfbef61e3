import { createHash } from 'node:crypto'

/** Set by the runner if tests take turns. Otherwise all variants of a test run. */
export const dayVariable = 'INNKEEPER_TEST_DAY'

/**
 * The variant of a test whose turn is today, such as one of several screen sizes. All variants run with `--full`, and in files
 * that were selected by name. Each `name`, usually a file's URL, begins with another variant, so that all of them run somewhere
 * every day.
 */
export function inTurn<const T>(name: string, variants: readonly T[], day = process.env[dayVariable]): readonly T[] {
  if (day === undefined) return variants
  const first = createHash('sha256')
    .update(name.split('/').at(-1) ?? '')
    .digest()
    .readUInt32BE()
  return variants.slice((first + Number(day)) % variants.length).slice(0, 1)
}
