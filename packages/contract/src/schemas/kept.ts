import { Type } from '../schema.ts'
import { channelTypes } from './channels.ts'
import { memberStatuses, role, userId } from './members.ts'
import { exactly, nullable, nullableTimestamp, timestamp, word } from './primitives.ts'

const count = (description: string) => Type.Integer({ minimum: 0, description })

export const KeptItem = exactly(
  'KeptItem',
  {
    kind: Type.String({ description: 'What it is. New kinds may be added.', examples: ['messages'] }),
    count: count('How many there are.'),
    bytes: nullable<number>('integer', {
      description: 'Size of the files in bytes. Null for kinds without files.',
    }),
    firstAt: nullableTimestamp('When the first of them was created. Null if not recorded.'),
    lastAt: nullableTimestamp('When the last of them was created. Null if not recorded.'),
  },
  { description: 'Something that the service keeps about the caller.' },
)

const items = (description: string) => Type.Array(KeptItem, { description })

export const KeptData = exactly(
  'KeptData',
  {
    userId,
    displayName: Type.String({ description: 'What to send as `confirm` to erase everything.' }),
    items: items('What belongs to no channel. Kinds with nothing are omitted.'),
    channels: Type.Array(
      exactly('KeptChannel', {
        channelId: Type.String(),
        name: Type.String(),
        type: word(channelTypes),
        role,
        status: word(memberStatuses),
        displayName: Type.String({ description: "The caller's name in this channel." }),
        pictureUrl: Type.String({ description: "URL of the caller's picture in this channel." }),
        joinedAt: timestamp('When the caller joined, or was first seen.'),
        leftAt: nullableTimestamp('When the caller left. Null if they are still there.'),
        isPrivate: Type.Boolean({
          description: 'Whether the caller sent `/private`, so their messages are not saved.',
        }),
        subscribedAt: nullableTimestamp('When the caller turned on the backup. Null if it is off.'),
      }),
      { description: 'Every channel with a record of the caller, also those they left.' },
    ),
  },
  {
    description: 'What the service keeps about the caller.',
    examples: [
      {
        userId: 'U1a2b3c4d5e6f708192a3b4c5d6e7f809',
        displayName: 'Mika',
        items: [
          { kind: 'keys', count: 1, bytes: null, firstAt: '2026-03-01T09:30:00Z', lastAt: '2026-03-01T09:30:00Z' },
        ],
        channels: [
          {
            channelId: 'C4af4980629b1c2d3e4f5061728394a5b',
            name: 'Hiking club',
            type: 'group',
            role: 'member',
            status: 'active',
            displayName: 'Mika',
            pictureUrl: 'https://innkeeper.example/pictures/default/91ab03de.svg',
            joinedAt: '2026-03-01T09:30:00Z',
            leftAt: null,
            isPrivate: false,
            subscribedAt: null,
          },
        ],
      },
    ],
  },
)

export const KeptInChannel = exactly(
  'KeptInChannel',
  { items: items('Kinds with nothing are omitted.') },
  {
    description: 'What is kept about the caller in one channel.',
    examples: [
      {
        items: [
          {
            kind: 'messages',
            count: 120,
            bytes: null,
            firstAt: '2026-03-01T09:30:00Z',
            lastAt: '2026-03-09T18:20:00Z',
          },
          { kind: 'files', count: 7, bytes: 20480000, firstAt: '2026-03-02T10:00:00Z', lastAt: '2026-03-08T11:00:00Z' },
        ],
      },
    ],
  },
)

export const SelfErasure = exactly(
  'SelfErasure',
  { confirm: Type.String({ maxLength: 200, description: 'Your display name, as `GET /api/me` returns it.' }) },
  { examples: [{ confirm: 'Mika' }] },
)

export const SelfErasureReceipt = exactly(
  'SelfErasureReceipt',
  {
    isFinished: Type.Boolean({
      description:
        'Whether everything is erased. If not, the rest follows within minutes, and the counts are of what was done so far.',
    }),
    messages: count('Messages erased.'),
    versions: count('Previous versions of messages erased.'),
    mediaFiles: count('Media files erased.'),
    mediaBytes: count('Size of those files in bytes.'),
    members: count('Member records erased: names, roles and pictures.'),
  },
  {
    description: 'What was erased. The caller is signed out everywhere.',
    examples: [{ isFinished: true, messages: 120, versions: 4, mediaFiles: 7, mediaBytes: 20480000, members: 2 }],
  },
)
