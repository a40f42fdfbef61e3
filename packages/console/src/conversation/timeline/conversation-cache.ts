import type { OpenConversation } from './open-conversation.ts'

/**
 * The conversation one left last stays for a while, so that going back works without a connection too. It rests meanwhile:
 * browsers allow few connections at once.
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
    /** Whoever takes it leaves it again. */
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
    /** Whoever signs in next gets nothing of it, nor of what is shown at this moment. */
    forget(): void {
      generation++
      drop()
    },
  }
}
