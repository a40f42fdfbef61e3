/**
 * Documents of the index are numbered by time, so that the index itself gives the latest first. A quarter of a second has
 * this many numbers, for all channels together; inside it the order is that of indexing. Numbers stay safe integers until
 * the year 2248; what claims to be from another time shares the first or the last quarter.
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
