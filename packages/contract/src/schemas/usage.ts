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
  messages: count('Messages backed up.'),
  mediaFiles: count('Media files stored.'),
  mediaBytes: count('Bytes of those files.'),
  autoReplies: count('Answers by rules of reply.'),
  welcomes: count('Welcome messages.'),
}

const counters = { ...channelCounters, apiRequests: count("The caller's own requests.") }

const span = { from: day('First day.'), to: day('Last day, included.') }

const ModelUsage = exactly('ModelUsage', {
  tokensToday: count("Tokens spent on the language model today, by the server's day."),
  limitToday: nullable<number>('integer', {
    minimum: 0,
    description: 'How many may be spent today before the model is no longer asked; null: no limit.',
  }),
})

const modelUsage = (whose: string) =>
  Type.Unsafe<Static<typeof ModelUsage> | null>({
    ...ModelUsage,
    type: ['object', 'null'],
    description: `${whose} share of the language model; null: none is set up. It is about today, whatever days are asked for.`,
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
        description:
          'The same days, channel by channel; those with most messages first. Requests belong to no channel.',
      },
    ),
    model: modelUsage("The caller's"),
  },
  { description: 'What happened in the channels the caller may access, day by day; days without events are zeros.' },
)

const hoursOfDay = (description: string) => Type.Array(count('Messages.'), { minItems: 24, maxItems: 24, description })

export const ChannelUsage = exactly(
  'ChannelUsage',
  {
    ...span,
    timezone: Type.String({ description: "The channel's, in which days and hours lie." }),
    totals: Type.Object(channelCounters, { additionalProperties: false }),
    daily: Type.Array(Type.Object({ date: day('The day.'), ...channelCounters }, { additionalProperties: false })),
    weekdays: Type.Array(count('Messages.'), {
      minItems: 7,
      maxItems: 7,
      description: 'Messages by day of the week, Monday first; the sum of `daily`.',
    }),
    hours: hoursOfDay(
      'Messages by hour of the day, from 0 to 23 on the clock; of those that are still kept and that the caller may read.',
    ),
    weekHours: Type.Array(hoursOfDay('From 0 to 23 on the clock.'), {
      minItems: 7,
      maxItems: 7,
      description: 'The same messages by day of the week, Monday first, and hour.',
    }),
    hoursFrom: nullable<string>('string', {
      format: 'date',
      description:
        `First day that \`hours\` and \`weekHours\` count; the last is \`to\`. At most ${usageLimits.hourDays} days, and fewer ` +
        `where ${usageLimits.hourMessages} messages come together before. Null where nothing of these days can be read any more.`,
    }),
    model: modelUsage("The channel's"),
  },
  { description: 'What happened in a channel, day by day and by the clock; days without events are zeros.' },
)
