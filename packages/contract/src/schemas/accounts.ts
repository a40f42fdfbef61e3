import { Type } from '../schema.ts'
import { userId } from './members.ts'
import { exactly, nullable, nullableTimestamp, timestamp, word } from './primitives.ts'

export const keyScopes = ['full', 'read'] as const

/** The most keys of one person that are neither revoked nor expired. */
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

export const SignIn = exactly(
  'SignIn',
  {
    id: Type.String(),
    name: Type.String({ description: 'The browser it was made with, as far as that tells.' }),
    scope: word(keyScopes, { description: 'That of the key it was made with; `full` where it was made without one.' }),
    way: word(['key', 'link', 'platform'], {
      description: 'How: with a key, with a one-time link, or through a platform such as LINE.',
    }),
    createdAt: timestamp('When it was made.'),
    expiresAt: timestamp('When it ends by itself.'),
    lastUsedAt: nullableTimestamp('Last use, told within a few seconds; null: never.'),
    current: Type.Boolean({ description: 'Whether this request was made with it.' }),
  },
  {
    description: 'A browser that is signed in.',
    examples: [
      {
        id: 's_3fT8sQ0aLm2Z',
        name: 'Firefox on Linux',
        scope: 'full',
        way: 'link',
        createdAt: '2026-03-01T09:30:00Z',
        expiresAt: '2026-03-31T09:30:00Z',
        lastUsedAt: '2026-03-02T08:00:00Z',
        current: true,
      },
    ],
  },
)

export const SignInList = exactly('SignInList', { signIns: Type.Array(SignIn) })

export const SignedIn = exactly(
  'SignedIn',
  { userId, signIn: SignIn },
  { description: 'Who is signed in now. The secret is in the cookie, where no script can read it.' },
)

export const LinkCode = exactly(
  'LinkCode',
  { code: Type.String({ minLength: 1, maxLength: 200, description: 'What stands behind `#` in the link.' }) },
  { examples: [{ code: 'Xw3fT8sQ0aLm2Z4hVb9KcR' }] },
)

export const SignInWays = exactly(
  'SignInWays',
  {
    platforms: Type.Array(
      exactly('SignInPlatform', {
        platform: Type.String({ description: 'Sign in at `/sign-in/with/<platform>`.', examples: ['line'] }),
        name: Type.String({ description: 'What people call it.', examples: ['LINE'] }),
      }),
      { description: 'Platforms that the operator set up for signing in.' },
    ),
    keepsCookies: Type.Boolean({
      description:
        'Whether a browser would keep the cookie that this service sets at the address of this request: over HTTPS, or on the ' +
        'machine itself.',
    }),
  },
  { examples: [{ platforms: [{ platform: 'line', name: 'LINE' }], keepsCookies: true }] },
)
