import type { GalleryItem } from '@innkeeper/contract'

export type Month = {
  /** Such as 2026-03. */
  month: string
  /** Shown in the grid. */
  pictures: PictureItem[]
  /** Audio and files, shown as a list. */
  others: GalleryItem[]
}

export type PictureItem = GalleryItem & { type: 'image' | 'video' }

export const isPicture = (item: GalleryItem): item is PictureItem => item.type === 'image' || item.type === 'video'

/** Items and months are newest first. `dayOf` returns the day of a moment in the channel's time zone. */
export function groupByMonth(items: readonly GalleryItem[], dayOf: (at: string) => string): Month[] {
  const months = new Map<string, Month>()
  for (const item of items) {
    const month = dayOf(item.ts).slice(0, 7)
    const known: Month = months.get(month) ?? { month, pictures: [], others: [] }
    months.set(month, known)
    if (isPicture(item)) known.pictures.push(item)
    else known.others.push(item)
  }
  return [...months.values()]
}

/** In the order of the page, along which ranges are selected. */
export const inOrder = (months: readonly Month[]): GalleryItem[] =>
  months.flatMap(({ pictures, others }) => [...pictures, ...others])

/** The last day of a month such as 2026-02. */
export function lastDayOf(month: string): string {
  const [year = 0, number = 1] = month.split('-').map(Number)
  return new Date(Date.UTC(year, number, 0)).toISOString().slice(0, 10)
}

export const isMonth = (text: unknown): text is string =>
  typeof text === 'string' && /^\d{4}-(0[1-9]|1[0-2])$/.test(text) && text >= '1000'

/** Groups of a long grid, each laid out and painted separately. */
export function inPieces<Item>(items: readonly Item[], size: number): Item[][] {
  const pieces: Item[][] = []
  for (let start = 0; start < items.length; start += size) pieces.push(items.slice(start, start + size))
  return pieces
}
