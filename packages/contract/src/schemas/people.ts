import type { Static } from 'typebox'
import { Type } from '../schema.ts'
import { Send } from './assistant/answering.ts'
import { memberMembers, roles, userId } from './members.ts'
import type { messageTypes } from './messages.ts'
import { day, exactly, nextCursor, nullable, nullableTimestamp, timestamp, word } from './primitives.ts'

type MessageType = (typeof messageTypes)[number]

/** Limits of what is shown about a person. */
export const peopleLimits = { roleChanges: 100, activityMessages: 200_000, activityWeeks: 53, approvals: 200 } as const

const nullableRole = (description: string) =>
  Type.Unsafe<(typeof roles)[number] | null>({ type: ['string', 'null'], enum: [...roles, null], description })

const PastRole = exactly('PastRole', {
  at: timestamp('When the role changed.'),
  from: nullableRole('The role before. Null if it is not recorded.'),
  to: nullableRole('The role since then. Null if they left the chat, which ended their role.'),
  by: nullable<string>('string', {
    description:
      'Who changed it: a user ID, `operator` for the command line, or `system` for the platform. Null if the caller is neither ' +
      'the owner nor an admin.',
  }),
})

export const MemberDetail = exactly(
  'MemberDetail',
  {
    ...memberMembers,
    firstSeenAt: timestamp('When they were first seen in the channel. Stays the same if they leave and come back.'),
    lastSeenAt: nullableTimestamp(
      'When they last posted or joined, to within an hour. Null if unknown, or before the visible history of the caller.',
    ),
    roleChanges: Type.Unsafe<Static<typeof PastRole>[] | null>({
      type: ['array', 'null'],
      items: PastRole,
      description:
        `Changes of their role, newest first, at most ${peopleLimits.roleChanges}. Null if the caller may not see them: members ` +
        'see only their own.',
    }),
  },
  {
    description: 'A person in a channel, with the history of their role.',
    examples: [
      {
        userId: 'U1a2b3c4d5e6f708192a3b4c5d6e7f809',
        displayName: 'Mika',
        pictureUrl: 'https://innkeeper.example/pictures/default/91ab03de.svg',
        role: 'admin',
        joinedAt: '2026-03-01T09:30:00Z',
        leftAt: null,
        status: 'active',
        updatedAt: '2026-03-04T10:00:00Z',
        firstSeenAt: '2026-02-11T19:05:00Z',
        lastSeenAt: '2026-03-09T18:20:00Z',
        roleChanges: [
          { at: '2026-03-04T10:00:00Z', from: 'member', to: 'admin', by: 'U2b3c4d5e6f708192a3b4c5d6e7f80911' },
        ],
      },
    ],
  },
)

export const LastSeenList = exactly(
  'LastSeenList',
  {
    people: Type.Array(
      exactly('LastSeen', { userId, lastSeenAt: timestamp('When they last posted or joined, to within an hour.') }),
    ),
  },
  { examples: [{ people: [{ userId: 'U1a2b3c4d5e6f708192a3b4c5d6e7f809', lastSeenAt: '2026-03-09T18:20:00Z' }] }] },
)

const count = (description: string) => Type.Integer({ minimum: 0, description })

const perType = Type.Integer({ minimum: 0 })

const messageRef = (description: string) =>
  Type.Unsafe<{ id: string; at: string } | null>({
    type: ['object', 'null'],
    properties: { id: Type.String(), at: timestamp('When it was sent.') },
    required: ['id', 'at'],
    description,
  })

export const MemberActivity = exactly(
  'MemberActivity',
  {
    messages: count('Their saved messages that the caller can read.'),
    types: Type.Object(
      {
        text: perType,
        image: perType,
        video: perType,
        audio: perType,
        file: perType,
        location: perType,
        sticker: perType,
      } satisfies Record<MessageType, unknown>,
      { additionalProperties: false, description: 'The same by type.' },
    ),
    firstMessage: messageRef('The first of these messages. Null if there is none, or if `isComplete` is false.'),
    lastMessage: messageRef('The last of these messages. Null if there is none.'),
    weeks: Type.Array(exactly('MemberWeek', { from: day('The Monday it starts with.'), messages: Type.Integer() }), {
      description: `Messages per week in the channel's time zone, oldest first, for the last ${peopleLimits.activityWeeks} weeks.`,
    }),
    months: Type.Array(
      exactly('MemberMonth', {
        month: Type.String({ pattern: '^\\d{4}-\\d{2}$', examples: ['2026-03'] }),
        messages: Type.Integer(),
      }),
      { description: 'Messages per month, oldest first. Months without messages are omitted.' },
    ),
    hours: Type.Array(Type.Integer({ minimum: 0 }), {
      minItems: 24,
      maxItems: 24,
      description: "Messages per hour of the day, in the channel's time zone.",
    }),
    isComplete: Type.Boolean({
      description:
        `Whether everything was counted. At most ${peopleLimits.activityMessages} messages of the channel are examined, from the ` +
        'latest back.',
    }),
    countedFrom: nullableTimestamp('How far back messages were counted. Null if all were.'),
  },
  {
    description: 'When a person posted, and what.',
    examples: [
      {
        messages: 2,
        types: { text: 1, image: 1, video: 0, audio: 0, file: 0, location: 0, sticker: 0 },
        firstMessage: { id: '532091845517611041', at: '2026-03-02T09:30:00Z' },
        lastMessage: { id: '532091845517611042', at: '2026-03-02T09:31:00Z' },
        weeks: [{ from: '2026-03-02', messages: 2 }],
        months: [{ month: '2026-03', messages: 2 }],
        hours: [0, 0, 0, 0, 0, 0, 0, 0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0],
        isComplete: true,
        countedFrom: null,
      },
    ],
  },
)

export const MemberAnswers = exactly(
  'MemberAnswers',
  {
    answers: Type.Array(
      exactly('MemberAnswer', {
        send: Send,
        question: nullable<string>('string', {
          description:
            "What they asked. Null if the message isn't saved any more, or the caller can't read it: other people's messages need " +
            'a subscription.',
        }),
      }),
    ),
    nextCursor,
  },
  { description: 'What a person asked and what the bot answered.' },
)

export const GuestApprovals = exactly(
  'GuestApprovals',
  {
    userIds: Type.Array(userId, {
      minItems: 1,
      maxItems: peopleLimits.approvals,
      uniqueItems: true,
      description: 'The guests to approve.',
    }),
  },
  { examples: [{ userIds: ['U1a2b3c4d5e6f708192a3b4c5d6e7f809', 'U2b3c4d5e6f708192a3b4c5d6e7f80911'] }] },
)

const approvalResults = ['approved', 'no-guest', 'not-found'] as const

export const ApprovalReport = exactly(
  'ApprovalReport',
  {
    results: Type.Array(
      exactly('Approval', {
        userId,
        result: word(approvalResults, {
          description:
            '`approved`: they are a member now. `no-guest`: they already had access. `not-found`: they left, or were never there.',
        }),
      }),
      { description: 'One for each person, in the order of the request.' },
    ),
  },
  { examples: [{ results: [{ userId: 'U1a2b3c4d5e6f708192a3b4c5d6e7f809', result: 'approved' }] }] },
)
