/** How much memory request bodies may hold while they arrive, and how slowly they may arrive. */
export type UploadLimits = {
  /** All uploads together. */
  mostBytes: number
  /** The uploads of one sender: an address, or a person once they are authenticated. */
  mostBytesPerSender: number
  mostUploadsPerSender: number
  /** An upload that stands still is dropped after this time. */
  patienceMs: number
  /** An upload that keeps arriving more slowly than this uses up its patience, too. */
  leastBytesPerSecond: number
}

/** `slow`: it used up its patience. `crowded`: others needed its memory, and it was the slowest. */
export type DropReason = 'slow' | 'crowded'

export type Upload = {
  /** More bytes arrived, and its buffer has this size now. May drop uploads, this one included. */
  grow(receivedBytes: number, heldBytes: number): void
  /** Its bytes are no longer counted. Ending it twice does no harm. */
  end(): void
}

export type UploadBudget = { begin(sender: string, drop: (why: DropReason) => void): Upload }

/** `every` calls until what it answers is called. */
type Timing = { now(): number; every(ms: number, work: () => void): () => void }

const realTime: Timing = {
  now: () => performance.now(),
  every(ms, work) {
    const timer = setInterval(work, ms).unref()
    return () => clearInterval(timer)
  },
}

type Entry = { sender: Sender; heldBytes: number; dropAt: number; drop: (why: DropReason) => void }
type Sender = { name: string; heldBytes: number; uploads: number }

/**
 * One budget for one kind of body. When it is exceeded, the slowest uploads are dropped first: whoever has the least patience
 * left. An upload that arrives in one piece always has the most, so stalled uploads cannot keep it out.
 */
export function createUploadBudget(limits: UploadLimits, { now, every }: Timing = realTime): UploadBudget {
  const uploads = new Set<Entry>()
  const senders = new Map<string, Sender>()
  let heldBytes = 0
  let stopLooking: (() => void) | undefined

  const end = (entry: Entry) => {
    if (!uploads.delete(entry)) return
    heldBytes -= entry.heldBytes
    entry.sender.heldBytes -= entry.heldBytes
    entry.sender.uploads--
    if (entry.sender.uploads === 0) senders.delete(entry.sender.name)
  }
  const drop = (entry: Entry | undefined, why: DropReason) => {
    if (!entry) return
    end(entry)
    entry.drop(why)
  }
  const slowest = (sender?: Sender): Entry | undefined => {
    let found: Entry | undefined
    for (const entry of uploads) {
      if (sender !== undefined && entry.sender !== sender) continue
      if (found === undefined || entry.dropAt < found.dropAt) found = entry
    }
    return found
  }
  const makeRoom = (sender: Sender) => {
    while (sender.uploads > limits.mostUploadsPerSender || sender.heldBytes > limits.mostBytesPerSender) {
      drop(slowest(sender), 'crowded')
    }
    while (heldBytes > limits.mostBytes) drop(slowest(), 'crowded')
  }
  const lookEveryMs = Math.min(1_000, limits.patienceMs / 4)
  let lookedAt = 0
  const dropSlow = () => {
    const at = now()
    // Where this comes late, the process was busy and read nothing: that is no fault of those who send.
    const busyMs = Math.max(0, at - lookedAt - 2 * lookEveryMs)
    lookedAt = at
    for (const entry of uploads) {
      entry.dropAt += busyMs
      if (entry.dropAt <= at) drop(entry, 'slow')
    }
    if (uploads.size > 0) return
    stopLooking?.()
    stopLooking = undefined
  }
  /** Stops by itself when nothing is under way, so that most requests neither start nor stop a timer. */
  const watch = () => {
    if (stopLooking) return
    lookedAt = now()
    stopLooking = every(lookEveryMs, dropSlow)
  }

  return {
    begin(name, dropUpload) {
      let sender = senders.get(name)
      if (!sender) {
        sender = { name, heldBytes: 0, uploads: 0 }
        senders.set(name, sender)
      }
      const entry = { sender, heldBytes: 0, dropAt: now() + limits.patienceMs, drop: dropUpload }
      uploads.add(entry)
      sender.uploads++
      watch()
      makeRoom(sender)
      return {
        grow(received, held) {
          if (!uploads.has(entry)) return
          const earnedMs = (received / limits.leastBytesPerSecond) * 1000
          // Patience is never saved up: what came fast and then stalls is dropped as soon as what never came.
          entry.dropAt = Math.min(now() + limits.patienceMs, entry.dropAt + earnedMs)
          heldBytes += held - entry.heldBytes
          entry.sender.heldBytes += held - entry.heldBytes
          entry.heldBytes = held
          makeRoom(entry.sender)
        },
        end: () => end(entry),
      }
    },
  }
}
