/**
 * Documents in the index are numbered by time, so that the index returns the latest first. A window of 256 ms has this many numbers,
 * for all channels together; inside a window the order is that of indexing. Numbers stay safe integers until the year 2248; times
 * out of range share the first or the last window.
 */
const docsAWindow = 2 ** 18
const windowMs = 256
const lastWindow = 2 ** 35 - 1

export function windowOfTime(time: number): number {
  return Math.min(Math.max(Math.floor(time / windowMs), 0), lastWindow)
}

export function windowOfDoc(doc: number): number {
  return Math.floor(doc / docsAWindow)
}

export function firstDocOf(window: number): number {
  return window * docsAWindow
}

type Position = { time: number; seq: number }

/** The orders of search results. */
export const inOrder = {
  asc: (one: Position, other: Position) => one.time - other.time || one.seq - other.seq,
  desc: (one: Position, other: Position) => other.time - one.time || other.seq - one.seq,
}
