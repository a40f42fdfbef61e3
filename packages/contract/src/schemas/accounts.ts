import type { Static } from 'typebox'
import { Type } from '../schema.ts'
import { userId } from './members.ts'
import { exactly, nullable, nullableTimestamp, timestamp, word } from './primitives.ts'

export const keyScopes = ['full', 'read'] as const

/** How many accounts a browser can be signed in to at once. */
export const mostAccountsInBrowser = 5

/** How many channels a key can be limited to. */
export const mostChannelsOfKey = 100

/** How many keys that are neither revoked nor expired a person can have. */
export const mostActiveKeys = 50

const keyMembers = {
  id: Type.String(),
  name: Type.String({ description: 'Name given by its owner.' }),
  scope: word(keyScopes, { description: "`read` keys can't change anything." }),
  channels: nullable<string[]>('array', {
    items: { type: 'string' },
    description: 'IDs of the channels that it is limited to. Null if it works in all channels of its person.',
  }),
  createdAt: timestamp('When it was created.'),
  expiresAt: nullableTimestamp('When it expires. Null if never.'),
  lastUsedAt: nullableTimestamp('When it was last used, to within a few seconds. Null if never.'),
}

export const Key = exactly('Key', keyMembers, {
  description: 'An API key, without its secret.',
  examples: [
    {
      id: 'k_3fT8sQ0aLm2Z',
      name: 'laptop',
      scope: 'full',
      channels: null,
      createdAt: '2026-03-01T09:30:00Z',
      expiresAt: null,
      lastUsedAt: '2026-03-02T08:00:00Z',
    },
  ],
})

export const KeyList = exactly('KeyList', {
  keys: Type.Array(Key),
  mcpUrl: nullable<string>('string', {
    description: 'Where AI assistants connect. Null if the operator turned that off.',
  }),
})

export const NewKey = exactly(
  'NewKey',
  {
    name: Type.Optional(Type.String({ maxLength: 100, default: '' })),
    scope: Type.Optional(word(keyScopes, { default: 'full' })),
    expiresAt: Type.Optional(
      nullable<string>('string', {
        format: 'timestamp',
        description: 'When the key expires. Null means together with the key that created it.',
      }),
    ),
    channels: Type.Optional(
      nullable<string[]>('array', {
        items: { type: 'string', minLength: 1, maxLength: 200 },
        minItems: 1,
        maxItems: mostChannelsOfKey,
        uniqueItems: true,
        description:
          'IDs of the channels that the key is limited to. Null means that it reaches as far as the key that created it.',
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
    key: Type.String({ description: 'The key itself. It is shown only once.' }),
  },
  { description: 'A new key with its secret.' },
)

const count = (what: string) => Type.Integer({ minimum: 0, description: what })

export const Me = exactly(
  'Me',
  {
    userId,
    displayName: Type.String({ description: 'Display name, or the ID if the user is known only from a key.' }),
    pictureUrl: Type.String(),
    createdAt: timestamp('When this person was first seen.'),
    channels: Type.Object(
      {
        owner: count('Number of channels as the owner.'),
        admin: count('Number of channels as an admin.'),
        member: count('Number of channels as a member.'),
        guest: count('Number of channels as a guest.'),
      },
      { additionalProperties: false },
    ),
    key: Type.Object(
      {
        id: Type.String(),
        name: Type.String(),
        createdAt: timestamp('When the key was created.'),
        expiresAt: nullableTimestamp('When it expires. Null if never.'),
        lastUsedAt: nullableTimestamp('When it was last used, to within a few seconds.'),
        isLimited: Type.Boolean({ description: 'Whether it is limited to chosen channels.' }),
      },
      { additionalProperties: false, description: 'The key or sign-in that this request uses.' },
    ),
    isOperator: Type.Boolean({ description: 'Whether it has operator rights.' }),
  },
  { description: 'The caller.' },
)

export const SignIn = exactly(
  'SignIn',
  {
    id: Type.String(),
    name: Type.String({ description: 'Name of the browser, as far as known.' }),
    scope: word(keyScopes, { description: 'Scope of the key that was used to sign in, or `full` if none was used.' }),
    way: word(['key', 'link', 'platform', 'operator'], {
      description:
        'How the browser was signed in: with a key, with a one-time link, through a platform such as LINE, or with an operator ' +
        'account.',
    }),
    createdAt: timestamp('When it was created.'),
    expiresAt: timestamp('When it expires.'),
    lastUsedAt: nullableTimestamp('When it was last used, to within a few seconds. Null if never.'),
    current: Type.Boolean({ description: 'Whether this request uses it.' }),
  },
  {
    description: 'A signed-in browser.',
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

export const AccountList = exactly('AccountList', {
  accounts: Type.Array(
    exactly('BrowserAccount', {
      userId,
      displayName: Type.String({ description: 'Display name, or the ID if the user is known only from a key.' }),
      pictureUrl: Type.String(),
      platform: nullable<string>('string', {
        description: "Platform of the person's chats. Null if they are in none, as an operator account.",
        examples: ['line'],
      }),
      platformName: nullable<string>('string', {
        description: 'Display name of that platform, as far as known.',
        examples: ['LINE'],
      }),
      scope: word(keyScopes, { description: 'Scope of its sign-in.' }),
      isOperator: Type.Boolean({ description: 'Whether it has operator rights.' }),
      current: Type.Boolean({ description: 'Whether this request acts for it.' }),
    }),
    { description: 'Those whose sign-ins still count, in the order of their cookies.' },
  ),
})

export const SignInList = exactly('SignInList', { signIns: Type.Array(SignIn) })

export const SignedIn = exactly(
  'SignedIn',
  { userId, signIn: SignIn },
  { description: "The signed-in user. The secret is in the cookie, where scripts can't read it." },
)

export const LinkCode = exactly(
  'LinkCode',
  { code: Type.String({ minLength: 1, maxLength: 200, description: 'The part of the link after `#`.' }) },
  { examples: [{ code: 'Xw3fT8sQ0aLm2Z4hVb9KcR' }] },
)

export const SignInWays = exactly(
  'SignInWays',
  {
    platforms: Type.Array(
      exactly('SignInPlatform', {
        platform: Type.String({ description: 'Sign in at `/sign-in/with/<platform>`.', examples: ['line'] }),
        name: Type.String({ description: 'Display name of the platform.', examples: ['LINE'] }),
      }),
      { description: 'Platforms that people can sign in with.' },
    ),
    chatLinks: Type.Boolean({
      description:
        'Whether the bot sends a sign-in link to people who send it `/link`. False if no platform is connected, or if the service ' +
        'has no address that works in a chat.',
    }),
    chats: Type.Array(
      exactly('SignInChat', {
        platform: Type.String({ description: 'Name of the platform, as in URLs.', examples: ['telegram'] }),
        name: Type.String({ description: 'Display name of the platform.', examples: ['Telegram'] }),
        url: Type.String({ description: 'Opens the chat.', examples: ['https://t.me/innkeeper_bot?start=link'] }),
      }),
      { description: 'Chats with the bot that open with a link, and in which it sends a sign-in link at once.' },
    ),
    connectedPlatforms: Type.Array(Type.String(), {
      description: 'Platforms that messages arrive from. Empty if none is connected, for example in a restored copy.',
    }),
    operator: word(['none', 'exists'], {
      description: 'Whether there is an operator account to sign in with. If not, the setup link creates it.',
    }),
    isDemo: Type.Boolean({
      description: 'Whether this is a demo that can be replaced by a service of your own, with the setup link.',
    }),
    keepsCookies: Type.Boolean({
      description:
        'Whether browsers keep the sign-in cookie at the address of this request. True over HTTPS and on the server itself.',
    }),
  },
  {
    examples: [
      {
        platforms: [{ platform: 'line', name: 'LINE' }],
        chatLinks: true,
        chats: [],
        connectedPlatforms: ['line'],
        operator: 'exists',
        isDemo: false,
        keepsCookies: true,
      },
    ],
  },
)

const operatorName = Type.String({ minLength: 1, maxLength: 100, description: 'Name of the operator account.' })
/** Shorter ones could be guessed by someone who has the database. */
export const leastPassphrase = 12

const newPassphrase = Type.String({
  minLength: leastPassphrase,
  maxLength: 200,
  description: 'At least 12 characters. Several words are easier to remember and harder to guess than one.',
})
const currentPassphrase = Type.String({ minLength: 1, maxLength: 200, description: 'The passphrase as it is now.' })
const recoveryCodes = Type.Array(Type.String(), {
  description: 'Each signs the operator in once if the passphrase is lost. They are shown only once.',
  examples: [['7k4m-p2xv-9hqt', 'b3wd-8nrc-t5ge']],
})

export const NewOperator = exactly(
  'NewOperator',
  {
    code: Type.String({ minLength: 1, maxLength: 200, description: 'The part of the setup link after `#`.' }),
    name: operatorName,
    passphrase: newPassphrase,
  },
  { examples: [{ code: 'Xw3fT8sQ0aLm2Z4hVb9KcR', name: 'Hana', passphrase: 'seven paper boats at dawn' }] },
)

export const CreatedOperator = exactly(
  'CreatedOperator',
  { userId, signIn: SignIn, recoveryCodes },
  { description: 'The new operator account, signed in.' },
)

export const OperatorCredentials = exactly(
  'OperatorCredentials',
  {
    name: operatorName,
    passphrase: Type.Optional(Type.String({ minLength: 1, maxLength: 200 })),
    recoveryCode: Type.Optional(
      Type.String({ minLength: 1, maxLength: 100, description: 'Instead of the passphrase. Each code works once.' }),
    ),
  },
  { examples: [{ name: 'Hana', passphrase: 'seven paper boats at dawn' }] },
)

const OperatorPerson = exactly('OperatorPerson', {
  userId,
  displayName: Type.String(),
  sharesRights: Type.Boolean({
    description:
      'Whether this person also has operator rights in browsers where they signed in with a link from the bot or through a platform.',
  }),
})

export const OperatorAccount = exactly('OperatorAccount', {
  name: operatorName,
  recoveryCodes: Type.Integer({ minimum: 0, description: 'How many recovery codes are left.' }),
  person: Type.Unsafe<Static<typeof OperatorPerson> | null>({
    ...OperatorPerson,
    type: ['object', 'null'],
    description:
      'The chat account linked to this operator. Null until they send `/claim` with a code of the setup page.',
  }),
})

export const RightsSharing = exactly(
  'RightsSharing',
  {
    userId: Type.String({
      minLength: 1,
      maxLength: 200,
      description: 'The linked person, to confirm who gets the rights.',
    }),
    sharesRights: Type.Boolean({ description: 'Whether this person has operator rights wherever they sign in.' }),
  },
  { examples: [{ userId: 'U1a2b3c4d5e6f708192a3b4c5d6e7f809', sharesRights: true }] },
)

export const PassphraseChange = exactly('PassphraseChange', { current: currentPassphrase, passphrase: newPassphrase })
export const PassphraseProof = exactly('PassphraseProof', { current: currentPassphrase })
export const RecoveryCodes = exactly('RecoveryCodes', { recoveryCodes })
