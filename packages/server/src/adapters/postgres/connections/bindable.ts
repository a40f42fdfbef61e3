import type { Value } from '../../sql/sql.ts'
import { storable } from '../../sql/storable.ts'

/**
 * As the server is told it. Whatever else there is the driver would turn into some text, where the embedded store refuses it, and a
 * bug of ours would become somebody's data.
 */
export function bindable(value: Value): Value {
  if (typeof value === 'string') return storable(value)
  if (typeof value === 'number' || value === null) return value
  throw new TypeError(`What is neither text nor number nor null cannot be stored, and this is of type ${typeof value}`)
}
