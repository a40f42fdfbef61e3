/** `aMinute` is for the default limit of 600 requests a minute, and scales with the operator's limit. */
type Budget = { atOnce: number; aMinute: number }

/**
 * Work that costs far more than a plain read, and how much of it one person (all their keys and sign-ins together) and one
 * channel can use. A channel's budget is several times that of a person, so no single member can use up what the others need.
 * `docs/contract.md` lists the same rows; a test keeps the two equal.
 */
export const budgets = {
  search: { person: { atOnce: 8, aMinute: 120 }, channel: { atOnce: 32, aMinute: 600 } },
  /** Each question is several searches. */
  ask: { person: { atOnce: 2, aMinute: 30 }, channel: { atOnce: 8, aMinute: 120 } },
  /** Runs rules over a text or over past messages. */
  trial: { person: { atOnce: 3, aMinute: 60 }, channel: { atOnce: 8, aMinute: 180 } },
  /** Writes up to 10,000 rules. Only admins can, and one after the other. */
  import: { person: { atOnce: 2, aMinute: 20 }, channel: { atOnce: 4, aMinute: 40 } },
  /** Receives a chat history of up to gigabytes, which is then read. Only owners can, and one after the other. */
  upload: { person: { atOnce: 2, aMinute: 20 }, channel: { atOnce: 4, aMinute: 40 } },
  zip: { person: { atOnce: 2, aMinute: 20 }, channel: { atOnce: 20, aMinute: 200 } },
  /** Renders a month of messages, with its files. */
  export: { person: { atOnce: 2, aMinute: 30 }, channel: { atOnce: 8, aMinute: 120 } },
  /** Counts or reads a large part of a channel. */
  report: { person: { atOnce: 4, aMinute: 120 }, channel: { atOnce: 20, aMinute: 600 } },
  /** A live connection. Many start together when a node is restarted. */
  stream: { person: { atOnce: 20, aMinute: 120 }, channel: { atOnce: 500, aMinute: 3000 } },
} as const satisfies Record<string, { person: Budget; channel: Budget }>

export type Cost = keyof typeof budgets
