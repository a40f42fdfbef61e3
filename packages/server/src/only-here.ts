import { setTimeout as pause } from 'node:timers/promises'
import { MediaProblem } from './ports/blob-store.ts'
import type { Nodes } from './ports/nodes.ts'

/** A node that died a moment ago is missed by the server within this time. */
const triesMs = 5_000
const tryEveryMs = 250

/**
 * Files in a folder are there for one node alone: another would not find them, and could not delete what must go. So whoever keeps
 * them there works on the database alone. Answers how to let go of it.
 */
export async function stayAlone(nodes: Nodes): Promise<() => void> {
  const { promise: ended, resolve: end } = Promise.withResolvers<void>()
  const latest = Date.now() + triesMs
  for (;;) {
    const { promise: begun, resolve: begin } = Promise.withResolvers<boolean>()
    const alone = nodes.unlessTaken('media folder', async () => {
      begin(true)
      await ended
    })
    if (await Promise.race([alone, begun])) return end
    if (Date.now() > latest) {
      throw new MediaProblem(
        'Another node works on the database of INNKEEPER_DATABASE_URL, and media files lie in a folder that only one of them has. ' +
          'Set INNKEEPER_MEDIA_URL to a bucket for all nodes, or stop the other one.',
      )
    }
    await pause(tryEveryMs)
  }
}
