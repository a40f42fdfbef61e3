import type { Delivery, EventWord, Webhook } from './source.ts'

/** `failing`: it is on, and the receiver accepted nothing lately. */
export function stateOf({ isOn, failingSince }: Webhook): 'on' | 'off' | 'failing' {
  if (!isOn) return 'off'
  return failingSince === null ? 'on' : 'failing'
}

export type UrlProblem = 'not-a-url' | 'credentials' | 'https'

/** Why the service would refuse a URL. Only it knows which hosts may be reached without https. */
export function findUrlProblem(text: string): UrlProblem | undefined {
  const url = URL.parse(text)
  if (!url || !/^https?:$/.test(url.protocol)) return 'not-a-url'
  return url.username === '' && url.password === '' ? undefined : 'credentials'
}

/** Whether the service refused a URL because it doesn't begin with https. */
export function isHttpsMissing(sentence: string): boolean {
  return sentence.startsWith('url must begin with https://')
}

/** Spans from which events are sent again, in hours. The service lists them for a week. */
export const replaySpans = { hour: 1, day: 24, 'three-days': 72, week: 168 } as const

export const replayWords = ['hour', 'day', 'three-days', 'week'] as const

/** A whole second, as the service's timestamps are. */
export function hoursBefore(now: number, hours: number): string {
  return new Date(now - hours * 3_600_000).toISOString().replace(/\.\d+/, '')
}

/** While something is sent, the list is read again after this time. */
export function readAgainAfter(deliveries: readonly Delivery[] | undefined, now: number): number | false {
  const soon = deliveries?.some(({ nextAt }) => nextAt !== null && Date.parse(nextAt) < now + 10_000)
  return soon ? 2_000 : false
}

type Dashed<Word extends string> = Word extends `${infer Subject}.${infer What}` ? `${Subject}-${What}` : Word

/** As in the texts: `message-created`. */
export function eventKeyOf<Event extends EventWord | Delivery['event']>(event: Event): Dashed<Event> {
  return event.replace('.', '-') as Dashed<Event>
}
