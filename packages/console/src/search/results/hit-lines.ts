import type { SearchHit } from '@innkeeper/contract'
import type { Highlight } from '../../ui/highlight/excerpt.ts'

/** A text of a hit, and where the words are in it. */
type HitLine = { text: string; highlights: readonly Highlight[] }

/** What a result shows of a message: the name of its sender, and its texts, of which the first has most to do with the search. */
type HitLines = { sender: HitLine; texts: HitLine[] }

type Found = Pick<SearchHit, 'field' | 'bubble' | 'highlights'>

/** Texts in which words were found come first. A message that was found for other reasons shows what it says. */
export function linesOf(hit: SearchHit): HitLines {
  const found: Found[] = [hit, ...hit.more]
  const texts = found
    .filter(({ field }) => field !== null && field !== 'sender')
    .map((one) => ({ text: textIn(hit, one), highlights: one.highlights }))
    .filter(({ text }) => text !== '')
  const plain = texts.length > 0 ? '' : plainTextOf(hit.item)
  const name = found.find(({ field }) => field === 'sender')
  return {
    sender: {
      text: hit.item.kind === 'message' ? hit.item.sender.name : '',
      highlights: name?.highlights ?? [],
    },
    texts: plain === '' ? texts : [{ text: plain, highlights: [] }],
  }
}

function textIn({ item, version }: SearchHit, { field, bubble }: Found): string {
  if (item.kind === 'answer') return item.texts[bubble] ?? ''
  if ((field === 'content' || field === 'caption') && version) return version.content
  const value: unknown = Object.entries(item).find(([name]) => name === field)?.[1]
  return typeof value === 'string' ? value : ''
}

/** What an item says, in one line. Empty for a picture without a caption. */
export function plainTextOf(item: SearchHit['item']): string {
  if (item.kind === 'answer') return item.texts.join(' ')
  if (item.type === 'text') return item.content
  if (item.type === 'file') return [item.fileName, captionOf(item)].filter(Boolean).join(' · ')
  if (item.type === 'location') return [item.title, item.address].filter(Boolean).join(' · ')
  return captionOf(item) || (item.title ?? '')
}

export function captionOf(item: Extract<SearchHit['item'], { kind: 'message' }>): string {
  return 'mediaKey' in item ? (item.caption ?? '') : ''
}
