import type { Message, SearchHit } from '@innkeeper/contract'
import type { MessageDetails } from '../messages/message-json.ts'

/** What a search compares. */
export type SearchableMessage = {
  message: Message
  details: MessageDetails | null
  /** Earlier texts of an edited message, oldest first. */
  versions: readonly { at: number; content: string }[]
}

/** `bubble`: which of several texts, in what the bot said. */
export type SearchedText = { field: NonNullable<SearchHit['field']>; bubble: number; text: string }

/** The searchable texts of a message, by the names under which they are shown. */
export function searchedTexts(message: Message, details: MessageDetails | null): SearchedText[] {
  switch (message.type) {
    case 'text':
      return [{ field: 'content', bubble: 0, text: message.content }]
    case 'file':
      return [{ field: 'fileName', bubble: 0, text: message.fileName }, ...captionOf(message)]
    case 'location':
      return [
        { field: 'title', bubble: 0, text: details?.title ?? '' },
        { field: 'address', bubble: 0, text: message.address },
      ]
    case 'sticker':
      return [{ field: 'title', bubble: 0, text: details?.stickerText ?? '' }]
    case 'image':
    case 'video':
    case 'audio':
      return captionOf(message)
  }
}

function captionOf({ caption }: { caption?: string }): SearchedText[] {
  return caption === undefined ? [] : [{ field: 'caption', bubble: 0, text: caption }]
}

/** Whether some of its texts are in its details. */
export function hasSearchedDetails({ type }: Message): boolean {
  return type === 'location' || type === 'sticker'
}
