import type { Random } from '@innkeeper/testdata'
import type { webhook } from '@line/bot-sdk'

/** How webhooks are disturbed. The platform guarantees neither order nor uniqueness, nor a fixed set of properties. */
export type Disorder = {
  /** Extra copies of each event, in separate webhooks. */
  duplicates: number
  /** Shuffle the queue. */
  shuffle: boolean
  /** How many events may share a webhook. */
  batchSize: number
  /** How many webhooks may be sent at the same time. */
  concurrency: number
  /** Add undocumented properties to events. */
  extraFields: boolean
  /** Send an event of an unknown type before each event. */
  unknownTypes: boolean
}

export const tidy: Disorder = {
  duplicates: 0,
  shuffle: false,
  batchSize: 1,
  concurrency: 1,
  extraFields: false,
  unknownTypes: false,
}

/** Without an `item`, it is sent along with the events, but no one waits for it. */
export type Planned<T> = { item: T; event: webhook.Event } | { item: undefined; event: webhook.Event }

type Waiting = { event: webhook.Event }

/** Which webhooks to send for the events that wait. */
export function planWebhooks<T extends Waiting>(
  waiting: T[],
  disorder: Disorder,
  { random, inventEvent }: { random: Random; inventEvent: () => webhook.Event },
): Planned<T>[][] {
  const planned: Planned<T>[] = []
  for (const item of waiting) {
    if (disorder.unknownTypes) planned.push({ item: undefined, event: inventEvent() })
    const event = disorder.extraFields ? addFields(item.event) : item.event
    planned.push({ item, event })
  }
  // Copies follow after all originals, so that a copy never shares a small webhook with its original.
  const copies = Array.from({ length: disorder.duplicates }, () => planned.filter(({ item }) => item)).flat()
  const all = [...planned, ...copies]
  return chunk(disorder.shuffle ? random.shuffle(all) : all, Math.max(1, disorder.batchSize))
}

function addFields(event: webhook.Event): webhook.Event {
  const message = 'message' in event ? { message: { ...event.message, simulatedNovelty: { isNew: true } } } : {}
  return { ...event, ...message, simulatedNovelty: ['not', 'documented', 1] } as unknown as webhook.Event
}

function chunk<T>(list: T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(list.length / size) }, (_, index) =>
    list.slice(index * size, (index + 1) * size),
  )
}
