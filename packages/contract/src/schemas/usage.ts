import type { Static } from 'typebox'
import { Type } from '../schema.ts'
import { channelId } from './channels.ts'
import { day, exactly, nullable } from './primitives.ts'

export const usageLimits = {
  days: 366,
  /** Hours are counted on request, message by message; days are counted as messages arrive. */
  hourDays: 31,
  hourMessages: 100_000,
} as const

const count = (what: string) => Type.Integer({ minimum: 0, description: what })

const channelCounters = {
  messages: count('Messages saved.'),
  mediaFiles: count('Media files stored.'),
  mediaBytes: count('Size of those files in bytes.'),
  autoReplies: count('Answers sent by rules.'),
  welcomes: count('Welcome messages sent.'),
}

const counters = { ...channelCounters, apiRequests: count("The caller's own API requests.") }

const span = { from: day('First day.'), to: day('Last day, inclusive.') }

const ModelUsage = exactly('ModelUsage', {
  tokensToday: count("Tokens used on the language model today, by the server's day."),
  limitToday: nullable<number>('integer', {
    minimum: 0,
    description: "Tokens that can be used today. After that, the model isn't asked. Null means no limit.",
  }),
})

const modelUsage = (whose: string) =>
  Type.Unsafe<Static<typeof ModelUsage> | null>({
    ...ModelUsage,
    type: ['object', 'null'],
    description: `${whose} share of the language model today, regardless of the days requested. Null if no model is set up.`,
  })

export const Usage = exactly(
  'Usage',
  {
    ...span,
    totals: Type.Object(counters, { additionalProperties: false }),
    daily: Type.Array(Type.Object({ date: day('The day.'), ...counters }, { additionalProperties: false })),
    channels: Type.Array(
      Type.Object(
        {
          channelId,
          name: Type.String(),
          totals: Type.Object(channelCounters, { additionalProperties: false }),
        },
        { additionalProperties: false },
      ),
      {
        description: "The same days by channel, most messages first. Requests don't belong to a channel.",
      },
    ),
    model: modelUsage("The caller's"),
  },
  { description: 'Daily usage of the channels that the caller can access. Days without activity are zeros.' },
)

const hoursOfDay = (description: string) => Type.Array(count('Messages.'), { minItems: 24, maxItems: 24, description })

export const ChannelUsage = exactly(
  'ChannelUsage',
  {
    ...span,
    timezone: Type.String({ description: "The channel's time zone, used for days and hours." }),
    totals: Type.Object(channelCounters, { additionalProperties: false }),
    daily: Type.Array(Type.Object({ date: day('The day.'), ...channelCounters }, { additionalProperties: false })),
    weekdays: Type.Array(count('Messages.'), {
      minItems: 7,
      maxItems: 7,
      description: 'Messages by day of the week, starting with Monday. Adds up `daily`.',
    }),
    hours: hoursOfDay(
      'Messages by hour of the day, from 0 to 23. Counts messages that are still saved and that the caller can read.',
    ),
    weekHours: Type.Array(hoursOfDay('Messages by hour of the day, from 0 to 23.'), {
      minItems: 7,
      maxItems: 7,
      description: 'The same messages by day of the week, starting with Monday, and hour.',
    }),
    hoursFrom: nullable<string>('string', {
      format: 'date',
      description:
        `First day counted in \`hours\` and \`weekHours\`. The last is \`to\`. They cover at most ${usageLimits.hourDays} days, and ` +
        `no earlier day is added once ${usageLimits.hourMessages} messages are counted. Null if nothing from these days can be ` +
        'read any more.',
    }),
    model: modelUsage("The channel's"),
  },
  { description: 'Usage of a channel by day and by hour. Days without activity are zeros.' },
)
