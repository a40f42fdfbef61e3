/** A place in the reading order: time sent, then order of arrival. */
export type MessagePosition = { time: number; seq: number }

/** Rows of `from` ≤ time < `to`, beyond `after` in reading direction. */
export type Span = {
  from: number
  to: number
  after: MessagePosition | undefined
  order: 'asc' | 'desc'
  limit: number
}
