import type { FillerName, Language, SlotName } from '../languages/language.ts'
import type { Random } from '../random.ts'

// A topic is written as lines such as
//   a Anyone up for dinner on {day}?      the first speaker says this
//   b? @location                          the second sometimes sends a location
// Speakers are a, b and c, three different people of the chat; {a} {b} {c} are their names.

/** One line of a topic, which becomes a message. */
export type Line = { speaker: 0 | 1 | 2; isOptional: boolean } & (
  | { kind: 'text'; parts: Part[] }
  | { kind: Attachment }
)

export type Attachment = 'sticker' | 'location' | 'image' | 'video' | 'audio' | 'file'

/** A part of a text: literal, or a placeholder. */
type Part =
  | string
  | { fill: 'slot'; index: number }
  | { fill: 'fresh'; words: string[] }
  | { fill: 'name'; speaker: 0 | 1 | 2 }

export type Topics = { talks: Line[][]; greetings: Line[][] }

const attachments: readonly Attachment[] = ['sticker', 'location', 'image', 'video', 'audio', 'file']
const speakers = ['a', 'b', 'c']
const slotNames: readonly SlotName[] = ['day', 'time', 'place', 'n', 'food', 'task', 'item']
const parsed = new Map<Language, Topics>()

/** The topics of a language, parsed once. */
export function topicsOf(language: Language): Topics {
  let topics = parsed.get(language)
  if (!topics) {
    const parse = (topic: string[]) => topic.map((line) => parseLine(language, line))
    topics = { talks: language.topics.map(parse), greetings: language.greetings.map(parse) }
    parsed.set(language, topics)
  }
  return topics
}

/** What one conversation is about: a value for every slot, in a fixed order. */
export function pickSlots(language: Language, random: Random): string[] {
  return slotNames.map((name) => random.pick(language.slots[name]))
}

export function renderText(parts: Part[], slots: string[], names: string[], random: Random): string {
  let text = ''
  for (const part of parts) {
    if (typeof part === 'string') text += part
    else if (part.fill === 'slot') text += slots[part.index]
    else if (part.fill === 'name') text += names[part.speaker]
    else text += random.pick(part.words)
  }
  return text
}

function parseLine(language: Language, line: string): Line {
  const [, letter = '', mark, text = ''] = /^([abc])(\??) (.+)$/.exec(line) ?? []
  const head = { speaker: speakerOf(letter, line), isOptional: mark === '?' }
  if (!text.startsWith('@')) return { ...head, kind: 'text', parts: parseText(language, text) }
  const kind = attachments.find((one) => one === text.slice(1))
  if (!kind) throw new Error(`Unknown attachment ${text} in the line: ${line}`)
  return { ...head, kind }
}

function parseText(language: Language, text: string): Part[] {
  return text
    .split(/(\{\w+\})/)
    .filter((piece) => piece !== '')
    .map((piece) => (piece.startsWith('{') ? parseSlot(language, piece.slice(1, -1)) : piece))
}

function parseSlot(language: Language, name: string): Part {
  const index = slotNames.indexOf(name as SlotName)
  if (index >= 0) return { fill: 'slot', index }
  const words = language.fillers[name as FillerName]
  return words ? { fill: 'fresh', words } : { fill: 'name', speaker: speakerOf(name, name) }
}

function speakerOf(letter: string, line: string): 0 | 1 | 2 {
  const index = speakers.indexOf(letter)
  if (index < 0) throw new Error(`Unknown speaker ${letter} in the line: ${line}`)
  return index as 0 | 1 | 2
}
