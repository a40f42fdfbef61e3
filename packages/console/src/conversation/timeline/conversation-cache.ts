import type { OpenConversation } from './open-conversation.ts'

/**
 * Keeps the last conversation for a while after it is left, so that going back works even without a connection. It is
 * paused in the meantime, because browsers allow few connections at once.
 */
export function createConversationCache(cachedMs: number) {
  let cached: { channelId: string; open: OpenConversation; timer: ReturnType<typeof setTimeout> } | undefined
  let generation = 0

  const drop = () => {
    clearTimeout(cached?.timer)
    cached?.open.close()
    cached = undefined
  }

  const claim = (channelId: string): OpenConversation | undefined => {
    if (cached?.channelId !== channelId) return undefined
    const { open, timer } = cached
    clearTimeout(timer)
    cached = undefined
    open.resume()
    return open
  }

  return {
    /** Call `leave` when done. */
    take(channelId: string, begin: () => OpenConversation): { open: OpenConversation; leave(): void } {
      const open = claim(channelId) ?? begin()
      const ownGeneration = generation
      return {
        open,
        leave() {
          if (ownGeneration !== generation || open.getSnapshot().refused) return open.close()
          drop()
          open.pause()
          cached = { channelId, open, timer: setTimeout(drop, cachedMs) }
        },
      }
    },
    /** Nothing can be reused after a sign-out, including what is shown right now. */
    forget(): void {
      generation++
      drop()
    },
  }
}
