/** Telegram's limits: https://core.telegram.org/bots/faq#my-bot-is-hitting-limits-how-do-i-avoid-this */
const limits = {
  chat: { most: 1, withinMs: 1_000 },
  group: { most: 20, withinMs: 60_000 },
  everything: { most: 30, withinMs: 1_000 },
} as const

const longestMs = 60_000

export type Pacer = {
  /** How long to wait until the next message to this chat. 0: it may be sent, and counts as sent. */
  reserve(chat: number): number
  /** Telegram wants nothing to be sent there for a while. */
  pause(chat: number, ms: number): void
}

/** Keeps this process within Telegram's limits. Other processes with the same token are only noticed when Telegram refuses. */
export function createPacer(clock: () => number): Pacer {
  const all: number[] = []
  const byChat = new Map<number, number[]>()
  const pausedUntil = new Map<number, number>()

  /** When one more is within this limit. */
  const freeAt = (times: readonly number[], { most, withinMs }: { most: number; withinMs: number }) => {
    const blocking = times.at(-most)
    return blocking === undefined ? 0 : blocking + withinMs
  }

  return {
    reserve(chat) {
      const now = clock()
      const times = byChat.get(chat) ?? []
      const waitMs =
        Math.max(
          pausedUntil.get(chat) ?? 0,
          freeAt(times, limits.chat),
          chat < 0 ? freeAt(times, limits.group) : 0,
          freeAt(all, limits.everything),
        ) - now
      if (waitMs > 0) return waitMs
      forget(now)
      byChat.set(chat, [...times.slice(-limits.group.most), now])
      all.push(now)
      return 0
    },
    pause(chat, ms) {
      pausedUntil.set(chat, clock() + ms)
    },
  }

  /** Chats that no limit concerns any more, so that this doesn't grow with their number. */
  function forget(now: number): void {
    while (all.length > limits.everything.most) all.shift()
    if (byChat.size < 1_000 && pausedUntil.size < 1_000) return
    for (const [chat, times] of byChat) if ((times.at(-1) ?? 0) < now - longestMs) byChat.delete(chat)
    for (const [chat, until] of pausedUntil) if (until <= now) pausedUntil.delete(chat)
  }
}
