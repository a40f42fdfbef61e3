const lifeMs = 24 * 3_600_000

/** A page of ids. `start` contains its position and its expiry; undefined if it is invalid. */
export function pageIds({
  ids,
  start,
  limit,
  at,
}: {
  ids: string[]
  start?: string | undefined
  limit: number
  at: number
}) {
  const [from, isGood] = start === undefined ? [0, true] : readStart(start, at)
  if (!isGood) return undefined
  const end = from + limit
  return { ids: ids.slice(from, end), next: end < ids.length ? { next: writeStart(end, at) } : {} }
}

function writeStart(from: number, at: number): string {
  return Buffer.from(`${from}/${at + lifeMs}`).toString('base64url')
}

function readStart(start: string, at: number): [from: number, isGood: boolean] {
  const [, from, until] = /^(\d+)\/(\d+)$/.exec(Buffer.from(start, 'base64url').toString()) ?? []
  return [Number(from), from !== undefined && Number(until) > at]
}
