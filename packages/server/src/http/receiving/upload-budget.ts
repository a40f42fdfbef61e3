/** How much memory request bodies may use while they arrive, and how slowly they may arrive. */
export type UploadLimits = {
  /** For all uploads together. */
  mostBytes: number
  /** For the uploads of one sender: a person if authenticated, or else an address. */
  mostBytesPerSender: number
  mostUploadsPerSender: number
  /** A stalled upload is dropped after this time. */
  patienceMs: number
  /** An upload that arrives more slowly than this also runs out of patience. */
  leastBytesPerSecond: number
}

/** `slow`: it ran out of patience. `crowded`: others needed its memory, and it was the slowest. */
export type DropReason = 'slow' | 'crowded'

export type Upload = {
  /** More bytes arrived, and its buffer now has this size. May drop uploads, including this one. */
  grow(receivedBytes: number, heldBytes: number): void
  /** Its bytes are no longer counted. Safe to call twice. */
  end(): void
}

export type UploadBudget = { begin(sender: string, drop: (why: DropReason) => void): Upload }

/** `every` returns a function that stops it. */
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
 * One budget for one kind of body. When it is exceeded, the slowest uploads are dropped first: those with the least patience
 * left. An upload that arrives in one piece always has the most, so stalled uploads can't displace it.
 */
export function createUploadBudget(limits: UploadLimits, { now, every }: Timing = realTime): UploadBudget {
  const uploads = new Set<Entry>()
  const senders = new Map<string, Sender>()
  let heldBytes = 0
  let stopChecking: (() => void) | undefined

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
  const checkEveryMs = Math.min(1_000, limits.patienceMs / 4)
  let checkedAt = 0
  const dropSlow = () => {
    const at = now()
    // If this runs late, the process was busy and read nothing, which is not the senders' fault.
    const busyMs = Math.max(0, at - checkedAt - 2 * checkEveryMs)
    checkedAt = at
    for (const entry of uploads) {
      entry.dropAt += busyMs
      if (entry.dropAt <= at) drop(entry, 'slow')
    }
    if (uploads.size > 0) return
    stopChecking?.()
    stopChecking = undefined
  }
  /** Stops when no upload is left, so that most requests neither start nor stop a timer. */
  const watch = () => {
    if (stopChecking) return
    checkedAt = now()
    stopChecking = every(checkEveryMs, dropSlow)
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
          // Patience does not accumulate: a fast upload that stalls is dropped as soon as one that never started.
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
