import type { GalleryItem } from '@innkeeper/contract'

/** How the files are grouped. */
export const spans = ['month', 'day'] as const
export type GroupedBy = (typeof spans)[number]

export type Section = {
  /** A month such as 2026-03, or a day such as 2026-03-01. */
  span: string
  /** Shown in the grid. */
  pictures: PictureItem[]
  /** Audio and files, shown as a list. */
  others: GalleryItem[]
}

export type PictureItem = GalleryItem & { type: 'image' | 'video' }

export const isPicture = (item: GalleryItem): item is PictureItem => item.type === 'image' || item.type === 'video'

const lengths: Record<GroupedBy, number> = { month: 7, day: 10 }

/** Items and sections are newest first. `dayOf` returns the day of a moment in the channel's time zone. */
export function groupItems(items: readonly GalleryItem[], by: GroupedBy, dayOf: (at: string) => string): Section[] {
  const sections = new Map<string, Section>()
  for (const item of items) {
    const span = dayOf(item.ts).slice(0, lengths[by])
    const known: Section = sections.get(span) ?? { span, pictures: [], others: [] }
    sections.set(span, known)
    if (isPicture(item)) known.pictures.push(item)
    else known.others.push(item)
  }
  return [...sections.values()]
}

/** In the order of the page, along which ranges are selected. */
export const inOrder = (sections: readonly Section[]): GalleryItem[] =>
  sections.flatMap(({ pictures, others }) => [...pictures, ...others])

/** Groups of a long grid, each laid out and painted separately. */
export function inPieces<Item>(items: readonly Item[], size: number): Item[][] {
  const pieces: Item[][] = []
  for (let start = 0; start < items.length; start += size) pieces.push(items.slice(start, start + size))
  return pieces
}
