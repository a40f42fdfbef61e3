import { decidedChoices } from '../../domain/imports/import-choices.ts'
import type { HistoryOrder, UnreadPlace } from '../../ports/history-reader.ts'
import { type OrderDeps, openOrder } from './open-order.ts'

const placesAtOnce = 1_000

/** Every place in a file that can't be read with these choices. Nothing of it is kept in memory. */
export async function* findUnread(deps: OrderDeps, order: HistoryOrder): AsyncGenerator<UnreadPlace[]> {
  const file = await openOrder(deps, order)
  const { items } = await file.read(decidedChoices(JSON.parse(order.choices)))
  let places: UnreadPlace[] = []
  for await (const item of items) {
    if (item.kind !== 'unread') continue
    const { line, lines, reason } = item
    places.push({ line, lines, reason })
    if (places.length < placesAtOnce) continue
    yield places
    places = []
  }
  yield places
}

/** As a table in CSV, piece by piece. */
export async function* toTable(slices: AsyncIterable<UnreadPlace[]>): AsyncGenerator<string> {
  let head = 'line,lines,reason\r\n'
  for await (const places of slices) {
    yield head + places.map(({ line, lines, reason }) => `${line},${lines},${reason}\r\n`).join('')
    head = ''
  }
}
