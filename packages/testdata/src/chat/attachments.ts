import type { Language, Zone } from '../languages/language.ts'
import type { Random } from '../random.ts'
import type { ChatContent } from './chat-event.ts'
import type { Attachment } from './conversation.ts'

/** Official sticker packages of the platform: id, first and last sticker. */
const stickerPackages: [packageId: string, first: number, last: number][] = [
  ['446', 1988, 2027],
  ['789', 10855, 10894],
  ['6136', 10551376, 10551399],
]

export function createAttachment(
  kind: Attachment,
  { language, zone, random }: { language: Language; zone: Zone; random: Random },
): ChatContent {
  switch (kind) {
    case 'image':
      return { type: 'image' }
    case 'video':
    case 'audio':
      return { type: kind, durationMs: random.between(1_500, 12_000) }
    case 'file':
      return { type: 'file', fileName: random.pick(language.files), fileSize: random.between(400, 4_000) }
    case 'location':
      return {
        type: 'location',
        latitude: near(zone.latitude, random),
        longitude: near(zone.longitude, random),
        address: language.address(zone.city, random.pick(language.streets), random.between(1, 60)),
      }
    case 'sticker': {
      const [packageId, first, last] = random.pick(stickerPackages)
      return { type: 'sticker', stickerId: String(random.between(first, last)), packageId }
    }
  }
}

/** Within a few kilometres, in millionths of a degree. */
function near(degrees: number, random: Random): number {
  return (Math.round(degrees * 1_000_000) + random.between(-40_000, 40_000)) / 1_000_000
}
