import type { OpenConversation } from './open-conversation.ts'

/**
 * The conversation one left last stays for a while, so that going back works without a connection too. It rests meanwhile:
 * browsers allow few connections at once.
 */
export function keepConversations(keptMs: number) {
  let kept: { channelId: string; open: OpenConversation; timer: ReturnType<typeof setTimeout> } | undefined
  let era = 0

  const drop = () => {
    clearTimeout(kept?.timer)
    kept?.open.close()
    kept = undefined
  }

  const claim = (channelId: string): OpenConversation | undefined => {
    if (kept?.channelId !== channelId) return undefined
    const { open, timer } = kept
    clearTimeout(timer)
    kept = undefined
    open.resume()
    return open
  }

  return {
    /** Whoever takes it leaves it again. */
    take(channelId: string, begin: () => OpenConversation): { open: OpenConversation; leave(): void } {
      const open = claim(channelId) ?? begin()
      const mine = era
      return {
        open,
        leave() {
          if (mine !== era || open.getSnapshot().refused) return open.close()
          drop()
          open.rest()
          kept = { channelId, open, timer: setTimeout(drop, keptMs) }
        },
      }
    },
    /** Whoever signs in next gets nothing of it, nor of what is shown at this moment. */
    forget(): void {
      era++
      drop()
    },
  }
}
