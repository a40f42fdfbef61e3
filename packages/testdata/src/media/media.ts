import { getLanguage } from '../chat/channel.ts'
import type { MediaContent } from '../chat/chat-event.ts'
import type { LanguageCode } from '../languages/language.ts'
import { createRandom } from '../random.ts'
import { createClip } from './clip.ts'
import { writeDocument } from './document.ts'
import { drawPicture } from './picture.ts'
import { playTune } from './sound.ts'

type MediaMessage = { seed: string | number; language: LanguageCode; messageId: string; content: MediaContent }

/**
 * The file of a media message, the same for the same message: a PNG picture, a WAV tune of the announced duration, a
 * text of the announced size, or a video of the announced duration.
 */
export function createMediaBytes({ seed, language, messageId, content }: MediaMessage): Buffer {
  const random = createRandom(`${seed}/media/${messageId}`)
  switch (content.type) {
    case 'image':
      return drawPicture(random)
    case 'audio':
      return playTune(content.durationMs, random)
    case 'video':
      return createClip(content.durationMs, random)
    case 'file':
      return writeDocument(content.fileName, content.fileSize, getLanguage(language), random)
  }
}
