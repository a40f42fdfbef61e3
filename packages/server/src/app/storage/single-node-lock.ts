import { setTimeout as pause } from 'node:timers/promises'
import { MediaProblem } from '../../domain/storage/data-folder.ts'
import type { HeldTurn, Nodes } from '../../ports/storage/nodes.ts'

/** The server notices within this time that a node has died. */
const triesMs = 5_000
const tryEveryMs = 250

/** `failed`: the lock was lost with the connection, and another node took it first. */
type Alone = { failed: Promise<Error>; end(): void }

/**
 * Files in a folder are available to one node only: another one couldn't find them, and couldn't delete what must go. So a node
 * with files in a folder works on the database alone, until it releases its lock.
 */
export async function stayAlone(nodes: Nodes): Promise<Alone> {
  const { promise: ended, resolve } = Promise.withResolvers<void>()
  const failed = Promise.withResolvers<Error>()
  let isEnded = false
  const end = () => {
    isEnded = true
    resolve()
  }
  /** Takes a lost lock again as soon as the server responds. */
  const keep = async (first: Turn) => {
    for (let turn: Turn | undefined = first; turn; ) {
      await turn.over
      turn = undefined
      while (!turn && !isEnded) {
        turn = await takeSoon(nodes, ended).catch((error) => {
          if (error instanceof MediaProblem) throw error
          return undefined
        })
        if (!turn) await pause(tryEveryMs)
      }
    }
  }
  keep(await takeSoon(nodes, ended)).catch(failed.resolve)
  return { failed: failed.promise, end }
}

/** `over` resolves when the lock was released, or lost. */
type Turn = { over: Promise<unknown> }

async function takeSoon(nodes: Nodes, ended: Promise<void>): Promise<Turn> {
  const latest = Date.now() + triesMs
  for (;;) {
    const { promise: begun, resolve: begin } = Promise.withResolvers<boolean>()
    const hold = async ({ lost }: HeldTurn) => {
      begin(true)
      await Promise.race([ended, lost])
    }
    // Not even if the other one is frozen: its files would be missing here.
    const over = nodes.unlessTaken('media folder', hold, { fromFrozen: false })
    if (await Promise.race([over, begun])) return { over }
    if (Date.now() > latest) {
      throw new MediaProblem(
        'Another node uses the database of INNKEEPER_DATABASE_URL, and media files are in a folder that only one of them has. ' +
          'Set INNKEEPER_MEDIA_URL to a bucket for all nodes, or stop the other one.',
      )
    }
    await pause(tryEveryMs)
  }
}
