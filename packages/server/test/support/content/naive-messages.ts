import type { Random } from '@innkeeper/testdata'
import type { MessageContent, MessageDetails } from '../../../src/domain/messages/message-json.ts'

// Random messages that share many words, so that a search finds some of them and nearly finds others.

export type NaiveMessage = {
  id: string
  at: number
  from: string
  name: string
  content: MessageContent
  details?: MessageDetails
  /** Earlier texts, the latest first. */
  earlier: string[]
}

/** What the bot said. */
export type NaiveAnswer = { id: string; at: number; texts: string[] }

export type NaiveItem = NaiveMessage | NaiveAnswer

const people = [
  ['U1', 'Mika'],
  ['U1', 'Mika Tanaka'],
  ['U2', 'José'],
  ['U3', '美香'],
  ['U4', 'ณัฐ'],
  ['U5', 'Łukasz Lake'],
] as const

/** Few of them, with many shared parts, so that there are hits and near misses. */
export const pieces = (
  'keys key boathouse boat house lake Lake mika café cafe CAFÉ cafe\u0301 resume résumé naïve naive Straße strasse łódź lodz ' +
  '写真 真写 明日 明日の写真 がんばって かんばって パーティー ﾊﾟｰﾃｨｰ 八點 點八 帶傘 ร้าน ราน ร้านเดิม น้ำแข็ง مَرْحَبًا مرحبا القارب אשָׁלוֹם שלום ' +
  'ёлка елка мой мои 🎉 tea team eat meat 7pm 12 a I'
).split(' ')

const links = [
  'https://boat.example/keys',
  'http://x.example',
  'www.lake.example',
  'HTTPS://Tea.example',
  'mika@lake.example',
]

export const daysBack = 8
export const dayMs = 86_400_000

export function createMessage(random: Random, index: number, end: number): NaiveMessage {
  const [from, name] = random.pick(people)
  const at = end - random.below(daysBack) * dayMs + random.below(3_600_000)
  const sent = { id: `m${index}`, at, from, name }
  switch (random.below(20)) {
    case 0: {
      const details = { caption: createText(random) }
      const earlier = Array.from({ length: random.chance(30) ? 1 : 0 }, () => createText(random))
      return random.chance(30)
        ? { ...sent, content: { type: 'image' }, earlier: [] }
        : { ...sent, content: { type: 'image' }, details, earlier }
    }
    case 1: {
      const fileName = `${random.pick(pieces)}-${random.pick(pieces)}.pdf`
      const details = { caption: createText(random) }
      return { ...sent, content: { type: 'file', fileName }, ...(random.chance(40) && { details }), earlier: [] }
    }
    case 2: {
      const content = { type: 'location', latitude: 1, longitude: 2, address: createText(random) } as const
      return { ...sent, content, ...(random.chance(70) && { details: { title: createText(random) } }), earlier: [] }
    }
    case 3: {
      const details = { stickerText: `${random.pick(pieces)} ${random.pick(pieces)}` }
      const content = { type: 'sticker', stickerId: '1', packageId: '2' } as const
      return { ...sent, content, ...(random.chance(70) && { details }), earlier: [] }
    }
    default: {
      const earlier = Array.from({ length: random.chance(8) ? random.between(1, 3) : 0 }, () => createText(random))
      return { ...sent, content: { type: 'text', text: createText(random) }, earlier }
    }
  }
}

export function createText(random: Random): string {
  const parts = Array.from({ length: random.between(1, 7) }, () => random.pick(pieces))
  const text = parts.join(random.pick([' ', ' ', ', ', '', '\n']))
  // Where a link begins and ends inside a word has tests of its own.
  return random.chance(5) ? `${text} ${random.pick(links)}` : text
}
