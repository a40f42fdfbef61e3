import type { HeldTurn } from '../ports/storage/nodes.ts'

/** What a node does in its turn ends when it stops, and when it loses the turn. */
export function untilLost(stopping: AbortSignal, { lost }: Pick<HeldTurn, 'lost'>): AbortSignal {
  const ended = new AbortController()
  void lost.then(() => ended.abort())
  return AbortSignal.any([stopping, ended.signal])
}
