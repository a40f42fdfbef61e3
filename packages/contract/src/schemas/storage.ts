import type { TSchema } from 'typebox'
import { Type } from '../schema.ts'
import { exactly, nullable, nullableTimestamp, timestamp, word } from './primitives.ts'

const tokenStates = ['accepted', 'refused', 'unknown'] as const
const redeliveryStates = ['on', 'unknown'] as const
const jobKinds = [
  'send-reply',
  'push-message',
  'find-answer',
  'ask-model',
  'greet-newcomers',
  'refresh-channel',
  'refresh-member',
  'refresh-roster',
  'check-members',
  'fetch-media',
  'make-preview',
  'leave-channel',
] as const

const count = (what: string) => Type.Integer({ minimum: 0, description: what })
const group = <const P extends Record<string, TSchema>>(members: P, description: string) =>
  Type.Object(members, { additionalProperties: false, description })

const connection = group(
  {
    platform: Type.String({ description: 'Its name in addresses and in the store.' }),
    accountId: nullable<string>('string', { description: 'Our account there; null until the platform has told it.' }),
    accountName: nullable<string>('string', { description: 'What the account is called there.' }),
    token: word(tokenStates, {
      description:
        'What the platform said to our token when it was last asked who we are; `unknown` before it answers.',
    }),
    lastWebhookAt: nullableTimestamp('When a webhook was last taken; null: never.'),
    lastEventAt: nullableTimestamp('When one last told of anything; null: never.'),
    lastSignatureFailureAt: nullableTimestamp('When the signature of one last did not fit; null: never.'),
    refusedWebhooks: count('Webhooks refused for their signature or their account, of all time.'),
    redelivery: word(redeliveryStates, {
      description: '`on`: the platform was seen to send something again. Whether it would cannot be asked.',
    }),
    lastRedeliveryAt: nullableTimestamp('When it last did; null: never.'),
  },
  'An account on a platform. Times survive a restart; the last five seconds before a crash may be missing.',
)

const jobKind = group(
  {
    kind: word(jobKinds),
    waiting: count('Planned, those that wait for their next try included.'),
    running: count('Under way.'),
    oldestWaitingAt: nullableTimestamp('When the oldest that waits was planned; null where none does.'),
    buried: count('Given up.'),
  },
  'Work for after a commit, by its kind; kinds without any are absent.',
)

const buriedJob = group(
  {
    id: Type.String(),
    kind: word(jobKinds),
    channelId: Type.String(),
    buriedAt: timestamp('When it was given up.'),
    reason: Type.String({ description: 'Why. Never what was to be said.' }),
    canRetry: Type.Boolean({
      description: 'False for what would speak: its time is over, and its words are not kept.',
    }),
  },
  'A job that was given up.',
)

const growth = (days: number) =>
  group(
    {
      messages: count('Messages kept.'),
      mediaFiles: count('Files stored.'),
      mediaBytes: count('Bytes of those files.'),
    },
    `What came in the last ${days} days, today included; what was deleted since counts too.`,
  )

const limit = (description: string) => Type.Unsafe<number | null>({ type: ['integer', 'null'], description })

export const OperatorReport = exactly(
  'OperatorReport',
  {
    version: Type.String({ description: 'Of this program.' }),
    startedAt: timestamp('Since when the service runs.'),
    warnings: Type.Array(Type.String(), { description: 'What will need care soon, as in `/ready`.' }),
    connections: Type.Array(connection),
    jobs: group(
      {
        kinds: Type.Array(jobKind),
        buried: Type.Array(buriedJob, { description: 'The latest 50.' }),
      },
      'Planned work.',
    ),
    unreadEvents: count('Events that were not understood and are kept as they came.'),
    media: group(
      {
        stored: count('Files that are here.'),
        waiting: count('Files that have not come yet.'),
        lost: count('Files that will never be had.'),
        lostReasons: Type.Array(
          group({ reason: Type.String(), count: count('How many were lost for it.') }, 'A reason, without details.'),
          { description: 'The most frequent 20, the most frequent first.' },
        ),
      },
      'Files of messages.',
    ),
    store: group(
      {
        databaseBytes: count('The database.'),
        logBytes: count('Its write-ahead log.'),
        mediaBytes: count('Media files, those that several messages share once; without previews and pictures.'),
        last7Days: growth(7),
        last30Days: growth(30),
      },
      'What the data folder holds.',
    ),
    disk: group(
      {
        freeBytes: count('Free for the service.'),
        totalBytes: count('In all.'),
        isLow: Type.Boolean({ description: 'So little that writes may fail soon.' }),
      },
      'The disk of the data folder.',
    ),
    search: group({ behind: count('Messages that are not in the search index yet.') }, 'The search index.'),
    channels: group(
      {
        largest: Type.Array(
          group(
            {
              channelId: Type.String(),
              rulesBytes: count('Its rules of reply.'),
              versionBytes: count('The versions of its assistant.'),
              messageBytes: count('Its messages, as last measured.'),
              mediaBytes: count(
                'Its media files, as last measured; a file that several channels share counts in each.',
              ),
            },
            'What a channel stores.',
          ),
          { description: 'The 20 that store the most, the largest first.' },
        ),
        measuredAt: nullableTimestamp('When messages and media files were measured, once an hour; null: not yet.'),
        limitBytes: limit('Most bytes a channel may store before its rules and versions cannot grow; null: no limit.'),
        assistantLimitBytes: limit('The same for its rules and versions alone.'),
      },
      'The channels that store the most.',
    ),
    backup: group(
      { lastAt: nullableTimestamp('When the latest backup was finished that was made from this folder; null: never.') },
      'Backups made with the command line.',
    ),
    countedAt: timestamp('When media, growth and the search index were counted: at most a minute ago.'),
  },
  { description: 'How the service fares. Holds no message, no name of a person and no text of a channel.' },
)
