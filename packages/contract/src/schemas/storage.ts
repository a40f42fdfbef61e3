import type { TSchema } from 'typebox'
import { Type } from '../schema.ts'
import { alertStatus } from './alerts.ts'
import { configuredPlatform } from './platforms.ts'
import { exactly, nullable, nullableTimestamp, timestamp, word } from './primitives.ts'
import { snapshotStatus } from './snapshots.ts'

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
  'refresh-admins',
  'check-members',
  'fetch-media',
  'make-preview',
  'fetch-sticker',
  'read-import',
  'write-import',
  'undo-import',
  'leave-channel',
] as const

const count = (what: string) => Type.Integer({ minimum: 0, description: what })
const group = <const P extends Record<string, TSchema>>(members: P, description: string) =>
  Type.Object(members, { additionalProperties: false, description })

const connection = group(
  {
    ...configuredPlatform,
    accountId: nullable<string>('string', {
      description: "ID of the bot's account. Null until the platform has reported it.",
    }),
    accountName: nullable<string>('string', { description: "Display name of the bot's account." }),
    token: word(tokenStates, {
      description: 'Whether the platform accepted our token when last asked. `unknown` until it responds.',
    }),
    lastWebhookAt: nullableTimestamp('When a webhook was last accepted. Null if never.'),
    lastEventAt: nullableTimestamp('When a webhook last contained an event. Null if never.'),
    lastSignatureFailureAt: nullableTimestamp('When a webhook last failed the signature check. Null if never.'),
    refusedWebhooks: count('Total number of webhooks rejected because of their signature or account.'),
    redelivery: word(redeliveryStates, {
      description:
        "`on` once the platform has redelivered a webhook. `unknown` until then, because the setting can't be queried.",
    }),
    lastRedeliveryAt: nullableTimestamp('When a webhook was last redelivered. Null if never.'),
    unreachableSince: nullableTimestamp(
      'Since when the platform says that its webhooks cannot reach this service. Null if they can, or if it was not asked: the ' +
        'service asks when no webhook has arrived for 15 minutes.',
    ),
    unreachableReason: Type.String({ description: 'What the platform said about it. Empty if nothing.' }),
    receives: word(['webhooks', 'polling'], {
      description:
        'How its events arrive: the platform calls this service (`webhooks`), or this service asks it (`polling`).',
    }),
    lastPollAt: nullableTimestamp('When the platform last responded to a poll. Null if never, or if it is not polled.'),
    behind: nullable<number>('integer', {
      minimum: 0,
      description: 'How many events were waiting at the platform at the last poll. Null if unknown.',
    }),
    lastConflictAt: nullableTimestamp(
      'When another program was last found to receive the events of the same account. Null if never.',
    ),
    missed: Type.Unsafe<{ since: string | null; until: string; reason: string } | null>({
      type: ['object', 'null'],
      description:
        'The last time for which the platform could not deliver events. Messages may be missing in all of its channels, whose ' +
        'timelines show it. Null if there was none.',
      properties: {
        since: nullableTimestamp('When it began. Null if unknown.'),
        until: timestamp('When it ended.'),
        reason: Type.String({ description: 'Why. Never contains message text.' }),
      },
      required: ['since', 'until', 'reason'],
      additionalProperties: false,
    }),
    chatsWithHiddenMessages: count(
      'Groups with the bot whose settings on the platform hide messages from it, so that they are neither saved nor answered.',
    ),
  },
  'An account on a platform. Times survive a restart. A crash may lose the last five seconds.',
)

const jobKind = group(
  {
    kind: word(jobKinds),
    waiting: count('Jobs waiting, including those waiting for a retry.'),
    running: count('Jobs running.'),
    oldestWaitingAt: nullableTimestamp('When the oldest waiting job was created. Null if none is waiting.'),
    buried: count('Failed jobs.'),
  },
  'Background jobs of one kind. Kinds without jobs are omitted.',
)

const buriedJob = group(
  {
    id: Type.String(),
    kind: word(jobKinds),
    channelId: Type.String(),
    buriedAt: timestamp('When it failed.'),
    reason: Type.String({ description: 'Why it failed. Never contains message text.' }),
    canRetry: Type.Boolean({
      description: "False for jobs that would send a message or leave a chat, because it's too late for them.",
    }),
  },
  'A failed job.',
)

const node = group(
  {
    id: Type.String({ description: 'Different for every process.' }),
    name: Type.String({ description: '`INNKEEPER_NODE`, or host name and process ID.' }),
    version: Type.String(),
    address: Type.String({ description: 'Address of the node. Empty until it listens.' }),
    media: Type.String({ description: 'Where it stores media files. The same for all nodes.' }),
    startedAt: timestamp('When the node started.'),
    seenAt: timestamp('When the node last reported, which happens every 5 seconds.'),
    clockAheadMs: Type.Integer({
      description:
        "How many milliseconds its machine's clock is ahead of the database server's. Negative means behind.",
    }),
    duties: Type.Array(Type.String(), {
      description: 'What it currently does for all nodes. One node does each, and they take turns.',
    }),
    jobsLastMinute: count('Jobs it finished in the last minute.'),
  },
  'A node that reported within the last hour and did not stop normally since.',
)

const growth = (days: number) =>
  group(
    {
      messages: count('Messages saved.'),
      mediaFiles: count('Files stored.'),
      mediaBytes: count('Size of those files in bytes.'),
    },
    `Growth over the last ${days} days, including today. Includes data that was deleted later.`,
  )

const limit = (description: string) => Type.Unsafe<number | null>({ type: ['integer', 'null'], description })

export const OperatorReport = exactly(
  'OperatorReport',
  {
    version: Type.String({ description: 'Version of the service.' }),
    startedAt: timestamp('When the service started.'),
    warnings: Type.Array(Type.String(), { description: 'Problems that need attention soon, as in `/ready`.' }),
    connections: Type.Array(connection),
    nodes: Type.Array(node, {
      description: 'All nodes that share the database, the oldest first. Empty with SQLite, which has one node.',
    }),
    jobs: group(
      {
        kinds: Type.Array(jobKind),
        buried: Type.Array(buriedJob, { description: 'The latest 50 failed jobs.' }),
      },
      'Background jobs.',
    ),
    unreadEvents: count("Events that couldn't be read. They are kept as received."),
    media: group(
      {
        stored: count('Files downloaded.'),
        waiting: count('Files still to be downloaded.'),
        lost: count('Files that will never be available.'),
        lostReasons: Type.Array(
          group(
            { reason: Type.String(), count: count('Number of files lost for this reason.') },
            'A reason, without details.',
          ),
          { description: 'The 20 most frequent reasons, most frequent first.' },
        ),
      },
      'Media files of messages.',
    ),
    store: group(
      {
        databaseBytes: count('Size of the database in bytes.'),
        logBytes: count('Size of its write-ahead log in bytes.'),
        mediaBytes: count(
          'Size of media files in bytes, without previews and pictures. A file that several messages share counts once.',
        ),
        last7Days: growth(7),
        last30Days: growth(30),
      },
      'Storage used.',
    ),
    disk: group(
      {
        freeBytes: count('Free space in bytes.'),
        totalBytes: count('Total space in bytes.'),
        isLow: Type.Boolean({ description: 'Whether so little space is left that writes may fail soon.' }),
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
              rulesBytes: count('Size of its rules in bytes.'),
              versionBytes: count('Size of its assistant versions in bytes.'),
              messageBytes: count('Size of its messages in bytes, as last measured.'),
              mediaBytes: count(
                'Size of its media files in bytes, as last measured. A file that several channels share counts for each.',
              ),
            },
            'Storage used by a channel.',
          ),
          { description: 'The 20 channels that use the most storage, largest first.' },
        ),
        measuredAt: nullableTimestamp(
          'When messages and media files were last measured, which happens once an hour. Null if not yet.',
        ),
        limitBytes: limit(
          "Storage limit for a channel in bytes. At the limit, its rules and versions can't grow. Null means no limit.",
        ),
        assistantLimitBytes: limit("Storage limit for a channel's rules and versions in bytes. Null means no limit."),
      },
      'Storage used by channels.',
    ),
    backup: group(
      {
        lastAt: nullableTimestamp(
          'When the latest snapshot was finished, by command or by the service. Null if never.',
        ),
      },
      'The latest snapshot.',
    ),
    snapshots: snapshotStatus,
    alerts: alertStatus,
    countedAt: timestamp('When media, growth and the search index were counted, at most a minute ago.'),
  },
  { description: 'Health of the service. Contains no messages, no names of people and no text from channels.' },
)
