import { Type } from '../schema.ts'
import { exactly, nullableTimestamp, timestamp, word } from './primitives.ts'

export const roles = ['owner', 'admin', 'member', 'guest'] as const

export const role = word(roles, {
  description:
    'An `owner` manages everything, an `admin` the assistant. A `member` can read. A `guest` waits for approval.',
})

export const roleFilter = (description: string) =>
  Type.Object({ role: Type.Optional(word(roles, { description })) }, { additionalProperties: false })

export const userId = Type.String({
  description: "The user's ID on the platform, verbatim.",
  examples: ['U1a2b3c4d5e6f708192a3b4c5d6e7f809'],
})

export const memberStatuses = ['active', 'left'] as const

export const memberMembers = {
  userId,
  displayName: Type.String(),
  pictureUrl: Type.String({ description: "URL of the person's picture on this service." }),
  role,
  joinedAt: timestamp('When the person joined, or was first seen.'),
  leftAt: nullableTimestamp('When the person left. Null if they are still in the channel.'),
  status: word(memberStatuses),
  updatedAt: timestamp('When this record was last changed.'),
}

export const Member = exactly('Member', memberMembers, {
  description: 'A person in a channel.',
  examples: [
    {
      userId: 'U1a2b3c4d5e6f708192a3b4c5d6e7f809',
      displayName: 'Mika',
      pictureUrl: 'https://innkeeper.example/pictures/default/91ab03de.svg',
      role: 'member',
      joinedAt: '2026-03-01T09:30:00Z',
      leftAt: null,
      status: 'active',
      updatedAt: '2026-03-01T09:30:00Z',
    },
  ],
})

export const MemberList = exactly('MemberList', { members: Type.Array(Member) })

export const RoleChange = exactly(
  'RoleChange',
  { role: word(['admin', 'member', 'guest'], { description: 'The new role.' }) },
  { examples: [{ role: 'member' }] },
)

export const OwnerHandOver = exactly(
  'OwnerHandOver',
  { userId: Type.String({ minLength: 1, maxLength: 200, description: 'The active member who becomes the owner.' }) },
  { examples: [{ userId: 'U1a2b3c4d5e6f708192a3b4c5d6e7f809' }] },
)
