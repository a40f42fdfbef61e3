import { Type } from '../schema.ts'
import { keyScopes } from './accounts.ts'
import { userId } from './members.ts'
import { exactly, nullableTimestamp, timestamp, word } from './primitives.ts'

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
