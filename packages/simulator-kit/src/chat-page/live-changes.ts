import { randomUUID } from 'node:crypto'
import type { ChatPlatform } from './platform.ts'

/** One change as the page gets it, with an id from which it can continue after a disconnect. */
export type LiveChange = { id: string; text: string }

export type LiveChanges = {
  /** The id of the latest change, where a page that has just read everything begins. */
  latest(): string
  /**
   * The changes after an id; undefined if there are too many or the id is from another run, so that everything must be read
   * again.
   */
  since(id: string): LiveChange[] | undefined
  follow(reader: (change: LiveChange) => void): () => void
}

const mostKept = 1_000

/** Collects nothing before the first page is open: most simulators never have one. */
export function createLiveChanges<Happening>(
  platform: Pick<ChatPlatform<Happening>, 'listeners' | 'describeChange'>,
): LiveChanges {
  const run = randomUUID().slice(0, 8)
  const readers = new Set<(change: LiveChange) => void>()
  const kept: LiveChange[] = []
  let count = 0
  let isListening = false
  const listen = () => {
    if (isListening) return
    isListening = true
    platform.listeners.add((change) => {
      const live = { id: `${run}-${++count}`, text: JSON.stringify(platform.describeChange(change)) }
      kept.push(live)
      if (kept.length > mostKept) kept.shift()
      for (const reader of readers) reader(live)
    })
  }
  return {
    latest() {
      listen()
      return `${run}-${count}`
    },
    since(id) {
      listen()
      const [ofRun, number] = id.split('-')
      const missed = count - Number(number)
      if (ofRun !== run || !(missed >= 0 && missed <= kept.length)) return undefined
      return kept.slice(kept.length - missed)
    },
    follow(reader) {
      listen()
      readers.add(reader)
      return () => readers.delete(reader)
    },
  }
}
