import { Type } from '../schema.ts'
import { userId } from './members.ts'
import { exactly, nextCursor, nullable, nullableTimestamp, timestamp, word } from './primitives.ts'

export const keyScopes = ['full', 'read'] as const

/** Keys of one person that were neither revoked nor have expired. */
export const mostActiveKeys = 50

const keyMembers = {
  id: Type.String(),
  name: Type.String({ description: 'What its owner calls it.' }),
  scope: word(keyScopes, { description: '`read` keys can change nothing.' }),
  createdAt: timestamp('When it was made.'),
  expiresAt: nullableTimestamp('When it ends; null: never.'),
  lastUsedAt: nullableTimestamp('Last use, told within a few seconds; null: never.'),
}

export const Key = exactly('Key', keyMembers, {
  description: 'An API key, without its secret.',
  examples: [
    {
      id: 'k_3fT8sQ0aLm2Z',
      name: 'laptop',
      scope: 'full',
      createdAt: '2026-03-01T09:30:00Z',
      expiresAt: null,
      lastUsedAt: '2026-03-02T08:00:00Z',
    },
  ],
})

export const KeyList = exactly('KeyList', { keys: Type.Array(Key) })

export const NewKey = exactly(
  'NewKey',
  {
    name: Type.Optional(Type.String({ maxLength: 100, default: '' })),
    scope: Type.Optional(word(keyScopes, { default: 'full' })),
    expiresAt: Type.Optional(
      nullable<string>('string', {
        format: 'timestamp',
        description: 'When the key ends; null: with the key that made it.',
      }),
    ),
  },
  { examples: [{ name: 'export script', scope: 'read', expiresAt: '2027-01-01T00:00:00Z' }] },
)

export const IssuedKey = exactly(
  'IssuedKey',
  {
    ...keyMembers,
    userId,
    key: Type.String({ description: 'The key itself, shown this once.' }),
  },
  { description: 'A new key with its secret.' },
)

const count = (what: string) => Type.Integer({ minimum: 0, description: what })

export const Me = exactly(
  'Me',
  {
    userId,
    displayName: Type.String({ description: 'The id itself for a user known only by a key.' }),
    pictureUrl: Type.String(),
    createdAt: timestamp('When this person was first seen.'),
    channels: Type.Object(
      {
        owner: count('Channels owned.'),
        admin: count('Channels administered.'),
        member: count('Channels as a member.'),
        guest: count('Channels as a guest.'),
      },
      { additionalProperties: false },
    ),
    key: Type.Object(
      {
        id: Type.String(),
        name: Type.String(),
        createdAt: timestamp('When the key was made.'),
        expiresAt: nullableTimestamp('When it ends; null: never.'),
        lastUsedAt: nullableTimestamp('Last use, told within a few seconds.'),
      },
      { additionalProperties: false, description: 'The key this request was made with.' },
    ),
    isOperator: Type.Boolean({ description: 'Whether that key has operator rights.' }),
  },
  { description: 'The caller.' },
)

export const AuditEntry = exactly(
  'AuditEntry',
  {
    id: Type.String(),
    at: timestamp('When it happened.'),
    actor: Type.String({ description: 'User id; `operator` for the command line, `system` for the platform.' }),
    keyId: nullable<string>('string', { description: 'The key it was done with, where one was used.' }),
    action: Type.String({ description: 'What was done.', examples: ['role.changed'] }),
    target: nullable<string>('string', { description: 'Whom or what it was done to.' }),
    detail: Type.Record(Type.String(), Type.Unknown(), { description: 'What changed. Never message text.' }),
  },
  {
    examples: [
      {
        id: '42',
        at: '2026-03-01T09:30:00Z',
        actor: 'U1a2b3c4d5e6f708192a3b4c5d6e7f809',
        keyId: 'k_3fT8sQ0aLm2Z',
        action: 'role.changed',
        target: 'U2b3c4d5e6f708192a3b4c5d6e7f80911',
        detail: { from: 'guest', to: 'member' },
      },
    ],
  },
)

export const AuditPage = exactly('AuditPage', { entries: Type.Array(AuditEntry), nextCursor })
