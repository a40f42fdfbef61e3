import type { Message } from '@innkeeper/contract'
import type { MessageDetails } from '../messages/message-json.ts'

export type SearchedText = { field: 'content' | 'fileName' | 'title' | 'address'; text: string }

/** The searchable texts of a message, by the names under which they are shown. */
export function searchedTexts(message: Message, details: MessageDetails | null): SearchedText[] {
  switch (message.type) {
    case 'text':
      return [{ field: 'content', text: message.content }]
    case 'file':
      return [{ field: 'fileName', text: message.fileName }]
    case 'location':
      return [
        { field: 'title', text: details?.title ?? '' },
        { field: 'address', text: message.address },
      ]
    case 'sticker':
      return [{ field: 'title', text: details?.stickerText ?? '' }]
    case 'image':
    case 'video':
    case 'audio':
      return []
  }
}

/** Whether some of its texts are in its details. */
export function hasSearchedDetails({ type }: Message): boolean {
  return type === 'location' || type === 'sticker'
}
