import type { Static } from 'typebox'
import { Type } from '../schema.ts'
import { day, exactly, nullableTimestamp, timestamp, word } from './primitives.ts'

export const dayStates = ['whole', 'closed', 'partly', 'before-bot', 'unknown', 'empty'] as const

/** Why messages of a time may be missing. */
export const gapReasons = [
  'bot-absent',
  'not-backed-up',
  'disabled',
  'service-down',
  'restored',
  'unreachable',
  'switched-off',
  'refused',
  'reported',
  'events-missed',
] as const

/** How we know it. */
export const gapSources = [
  'events',
  'settings',
  'heartbeat',
  'restore',
  'platform-check',
  'own-answers',
  'operator',
  'platform',
] as const

const count = (description: string) => Type.Integer({ minimum: 0, description })

const LedgerGap = exactly('LedgerGap', {
  reason: word(gapReasons, {
    description:
      '`bot-absent`: the bot was not in the chat. `not-backed-up`: no one had a backup. `disabled`: the owner disabled the ' +
      'channel. `service-down`: this service was not running. `restored`: this copy of the service was restored from a snapshot, ' +
      'and does not have what happened between the snapshot (`from`) and the start of the copy (`to`). `unreachable`: the platform could not reach it. `switched-off`: ' +
      'webhooks were turned off at the platform. `refused`: the service was overloaded and rejected deliveries. `reported`: the ' +
      "platform's own list of failed deliveries, which the operator added. `events-missed`: the platform said that it could not " +
      'deliver. More may be added.',
  }),
  from: timestamp('When it began. Never earlier than what the caller can read.'),
  to: nullableTimestamp('When it ended. Null while it goes on.'),
  knownFrom: word(gapSources, {
    description:
      '`events`: the platform reported it when it happened. `settings`: someone changed it here. `heartbeat`: the service ' +
      "notes every 30 seconds that it's running. `restore`: noted when the copy was restored. `platform-check`: the platform is asked every 15 minutes. `own-answers`: counted " +
      'here, by minute. `operator`: added by the operator. `platform`: the platform reported it afterwards.',
  }),
  precisionSeconds: count('How exact the beginning and the end are.'),
  recovered: count('Messages of this time that arrived later, such as by redelivery.'),
  covered: Type.Boolean({
    description:
      'Whether imported chat histories reach from the beginning of this time to its end, as far as it is part of this day, and ' +
      'agree with what was saved around it.',
  }),
})

const Recall = exactly(
  'Recall',
  {
    matched: count('Messages of the chat history that had been saved from the platform.'),
    new: count('Messages that only the chat history had.'),
    share: Type.Number({
      minimum: 0,
      maximum: 1,
      description: '`matched` of `matched` and `new`, rounded down to four decimals. So 1 means all.',
    }),
  },
  {
    description:
      'How complete the day was by itself, measured with an imported chat history. Messages that were left out of the import, such ' +
      'as those of people who turned saving off, are not counted. If several imports have the day, it is the one with the most ' +
      'messages.',
  },
)

const LedgerDay = exactly('LedgerDay', {
  date: day("A day in the channel's time zone."),
  state: word(dayStates, {
    description:
      '`whole`: nothing is known to be missing. `closed`: something was missing, and an imported chat history covers it. ' +
      '`partly`: something is known to be missing. `before-bot`: it was over before the bot was added to the chat. `unknown`: not ' +
      'observed from its beginning to its end. `empty`: no messages, and nothing known to be missing.',
  }),
  messages: Type.Integer({
    minimum: 0,
    description: 'Saved messages that the caller can read. 1000 means that many or more.',
  }),
  gaps: Type.Array(LedgerGap, {
    description: 'Times of this day when messages may be missing, in the order they began.',
  }),
  recall: Type.Unsafe<Static<typeof Recall> | null>({
    anyOf: [Recall, { type: 'null' }],
    description:
      'Null if no imported chat history has messages of this day, or if the caller can only read part of it.',
  }),
  unread: count('Events that could not be read. They are kept as received.'),
  private: count('Messages that were not saved because their senders turned it off with `/private`.'),
  mediaPending: count('Files that are still waiting to be downloaded.'),
  mediaLost: Type.Array(
    exactly('LostMedia', {
      reason: Type.String({ description: 'Why the files were lost.' }),
      files: count('How many.'),
    }),
    { description: 'Files that could not be downloaded.' },
  ),
  unsent: count('Messages that were unsent.'),
  expired: count('Messages that were deleted by retention.'),
  erased: count('Messages that were erased because their senders asked for it.'),
})

export const Ledger = exactly(
  'Ledger',
  {
    timezone: Type.String({ description: "The channel's time zone." }),
    knownFrom: nullableTimestamp(
      'From when on missing messages are noticed: since the bot was added, or since this was first recorded. Null if nothing has been recorded yet.',
    ),
    wholeSince: nullableTimestamp(
      'Since when no message is known to be missing. Null if messages are missing now, or nothing is known.',
    ),
    days: Type.Array(LedgerDay, { description: 'One entry per day, oldest first. Future days are omitted.' }),
  },
  { description: 'What was saved on each day, and what is known to be missing and why.' },
)
