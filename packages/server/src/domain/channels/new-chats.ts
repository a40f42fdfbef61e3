import { moveIsKnownWithinMs } from './moved-chat.ts'

/**
 * Chats that seem to be new. One of them may be a known chat under a new ID. The platform says so in a message of its own, which can
 * come after the first events of the chat, so these events wait: until the chat is known, or for a limited time.
 */
export type NewChats = {
  isSettled(chatId: string): boolean
  /** The bot was added to it, so it is no former chat under a new ID. */
  settle(chatId: string): void
  /** Those of these chats whose events wait now. */
  findWaiting(chatIds: Iterable<string>): Promise<Set<string>>
}

/** More are looked up again. */
const mostSettled = 100_000

export function createNewChats({
  knowsChat,
  clock,
}: {
  knowsChat(chatId: string): Promise<boolean>
  clock(): number
}): NewChats {
  const settled = new Set<string>()
  const since = new Map<string, number>()
  const settle = (chatId: string) => {
    since.delete(chatId)
    if (settled.size >= mostSettled) settled.clear()
    settled.add(chatId)
  }
  const isWaiting = async (chatId: string): Promise<boolean> => {
    if (settled.has(chatId)) return false
    const isKnown = await knowsChat(chatId)
    const now = clock()
    const seenAt = since.get(chatId) ?? now
    if (isKnown || now - seenAt >= moveIsKnownWithinMs) settle(chatId)
    else since.set(chatId, seenAt)
    return !settled.has(chatId)
  }
  return {
    isSettled: (chatId) => settled.has(chatId),
    settle,
    async findWaiting(chatIds) {
      const waiting = new Set<string>()
      for (const chatId of chatIds) if (await isWaiting(chatId)) waiting.add(chatId)
      return waiting
    },
  }
}
