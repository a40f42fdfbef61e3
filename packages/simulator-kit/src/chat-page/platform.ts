import type { Change } from '../transcript.ts'

/** What people send from the page. */
export type PageContent =
  | { type: 'text'; text: string; quotedMessageId?: string }
  | { type: 'sticker'; packageId: string; stickerId: string; keywords?: string[]; quotedMessageId?: string }
  | { type: 'location'; latitude: number; longitude: number; title?: string; address?: string }
  | PageMedia

export type PageMedia =
  | { type: 'image'; bytes: Buffer; contentType: string; preview: Buffer; imageSet?: ImageSet }
  | { type: 'video' | 'audio'; bytes: Buffer; contentType: string; durationMs?: number }
  | { type: 'file'; bytes: Buffer; contentType: string; fileName: string }

/** Pictures that were chosen together. */
export type ImageSet = { id: string; index: number; total: number }

type OwnMessage = { chatId: string; userId: string; messageId: string }

/**
 * A platform as the chat page sees it. Chats, people and messages have texts as ids, and a private chat has the id of its person.
 * Described entries are what the page's scripts draw. A `PageRefusal` is shown to the person who uses the page.
 */
export type ChatPlatform<Happening> = {
  listeners: Set<(change: Change<Happening>) => void>
  /** The service's web address, if there is one. */
  serviceUrl(): string | undefined
  describeWorld(): object
  describeChange(change: Change<Happening>): object
  hasChat(chatId: string): boolean
  listEntries(chatId: string, page: { before?: number; limit: number }): object[]
  findMedia(messageId: string): { bytes: Buffer; contentType: string } | undefined
  findPicture(name: string): Buffer | undefined
  /** Actions return the described entry. They don't wait for the bot: its delivery status follows later. */
  actions: {
    say(chatId: string, userId: string, content: PageContent): object
    edit(message: OwnMessage, text: string): object
    unsend(message: OwnMessage): object
    join(chatId: string, userIds: string[]): object
    leave(chatId: string, userId: string): object
    invite(chatId: string): void
    removeBot(chatId: string): void
    follow(userId: string): void
    unfollow(userId: string): void
    addPerson(name: string): { userId: string }
    addGroup(name: string, memberIds: string[]): { chatId: string }
    countPeople(): number
  }
}
