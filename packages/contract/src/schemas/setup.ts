import type { Static, TSchema } from 'typebox'
import { Type } from '../schema.ts'
import { configuredPlatform, platformAbilities } from './platforms.ts'
import { exactly, nullable, timestamp, word } from './primitives.ts'
import { settingChanges } from './service-settings.ts'

const object = <const P extends Parameters<typeof Type.Object>[0]>(members: P, more: object = {}) =>
  Type.Object(members, { additionalProperties: false, ...more })

/** Or null. */
function maybe<S extends TSchema>(schema: S) {
  return Type.Unsafe<Static<S> | null>({ anyOf: [schema, { type: 'null' }] })
}

export const setupLanguage = word(['en', 'ja', 'zh-TW', 'th'], {
  default: 'en',
  description: 'Language of the texts.',
})

const SetupField = object({
  name: Type.String({ description: 'Name of the setting that holds the value.' }),
  label: Type.String(),
  hint: Type.String(),
  isSecret: Type.Boolean(),
  isRequired: Type.Boolean(),
  isSet: Type.Boolean({ description: 'Whether there is a value.' }),
  value: nullable<string>('string', { description: 'Null for a secret.' }),
  source: word(['default', 'page', 'environment', 'flag'], {
    description: 'Where the value comes from. With `environment` or `flag`, it cannot be changed here.',
  }),
})

const SetupSketch = object(
  {
    page: Type.String(),
    tabs: Type.Array(Type.String()),
    openTab: Type.String(),
    rows: Type.Array(object({ name: Type.String(), isMarked: Type.Boolean() })),
  },
  { description: 'A sketch of a page of the platform, with the important parts marked.' },
)

const SetupStep = object({
  title: Type.String(),
  text: Type.String(),
  link: maybe(object({ label: Type.String(), url: Type.String() })),
  sketch: maybe(SetupSketch),
  fields: Type.Array(SetupField),
})

export const PlatformSetupList = exactly('PlatformSetupList', {
  platforms: Type.Array(
    object({
      ...configuredPlatform,
      isConnected: Type.Boolean(),
      abilities: platformAbilities,
      needsPublicAddress: Type.Boolean({
        description:
          'Whether it can only deliver to a public address with HTTPS. If not, this service can ask it for messages.',
      }),
      webhookUrl: Type.String({ description: 'URL to which the platform sends webhooks.' }),
      intro: Type.String(),
      addressNeeds: Type.String({ description: 'What the platform needs of the address of this service.' }),
      steps: Type.Array(SetupStep),
      invitation: Type.Array(Type.String(), { description: 'How to add the bot to a group, step by step.' }),
      checks: Type.Array(object({ id: Type.String(), title: Type.String() }), {
        description: 'What is checked when it is connected and nothing is wrong, in this order.',
      }),
    }),
  ),
})

const remedyId = word(['remove-webhook'])

const SetupCheck = object({
  id: Type.String({ description: 'The same in all languages.' }),
  state: word(['ok', 'failed', 'unknown'], {
    description: '`unknown`: the platform does not report it, so a person has to check.',
  }),
  isBlocking: Type.Boolean({ description: 'Whether nothing was saved because of this check.' }),
  title: Type.String(),
  text: nullable<string>('string', { description: 'What was found, and what to do about it.' }),
  remedy: maybe(
    object(
      { id: remedyId, label: Type.String() },
      { description: 'What the service can do about it. Check again with its `id` in `remedies` to have it done.' },
    ),
  ),
})

const BotAccount = object(
  {
    accountId: Type.String(),
    displayName: Type.String(),
    handle: nullable<string>('string', { description: 'ID that people can search for, such as `@innkeeper`.' }),
    inviteUrl: nullable<string>('string', { description: 'Adds the bot as a friend.' }),
    signInUrl: nullable<string>('string', {
      description: 'Opens a chat in which the bot sends a link for signing in.',
    }),
    picture: nullable<string>('string', { description: 'As a data URL.' }),
  },
  { description: "The bot's account on the platform." },
)

export const PlatformConnection = exactly('PlatformConnection', {
  isConnected: Type.Boolean({ description: 'Whether the platform is connected now.' }),
  isOtherAccount: Type.Boolean({
    description:
      'Whether the values belong to another bot than the stored channels. Nothing was saved. Send `allowOtherAccount` to connect ' +
      'this bot anyway.',
  }),
  checks: Type.Array(SetupCheck),
  account: maybe(BotAccount),
})

export const ConnectionProgress = exactly(
  'ConnectionProgress',
  {
    check: Type.Optional(SetupCheck),
    connection: Type.Optional(PlatformConnection),
    error: Type.Optional(Type.String({ description: 'What went wrong. The last line instead of `connection`.' })),
    status: Type.Optional(Type.Integer({ description: 'With `error`: the status that the response would have had.' })),
  },
  { description: 'A line: a check as soon as its result is known, or at the end the whole `connection`.' },
)

export const PlatformValues = exactly(
  'PlatformValues',
  {
    language: Type.Optional(setupLanguage),
    changes: settingChanges(0),
    allowOtherAccount: Type.Optional(
      Type.Boolean({ description: 'Connect even if the stored channels belong to another bot.' }),
    ),
  },
  { examples: [{ language: 'en', changes: [{ name: 'lineChannelId', value: '1234567890' }] }] },
)

export const CheckWish = exactly('CheckWish', {
  language: Type.Optional(setupLanguage),
  remedies: Type.Optional(
    Type.Array(remedyId, {
      maxItems: 8,
      description: 'What to do about problems that were found before: the `id` of each `remedy`.',
    }),
  ),
})

export const AddressReport = exactly(
  'AddressReport',
  {
    host: nullable<string>('string', { description: 'The `Host` header.' }),
    isEncrypted: Type.Boolean({ description: 'Whether the connection to the service itself uses TLS.' }),
    isForwarded: Type.Boolean({ description: 'Whether there is an `X-Forwarded-For` header, which proxies add.' }),
    forwardedProtocol: nullable<string>('string', { description: 'The `X-Forwarded-Proto` header.' }),
    isProxyTrusted: Type.Boolean({
      description: 'Whether `INNKEEPER_TRUST_PROXY` trusts the other end of the connection to report who called it.',
    }),
    certificate: nullable<string>('string', {
      description:
        'What is wrong with the certificate that the service gets itself, such as why the last order was refused. Null if nothing is, ' +
        'or if it gets none.',
    }),
  },
  { description: 'How this request reached the service.' },
)

export const ClaimCommand = exactly('ClaimCommand', {
  command: Type.String({ examples: ['/claim 4F7K-92QM'] }),
  expiresAt: timestamp('When it stops working.'),
})

export const ArrivalList = exactly('ArrivalList', {
  arrivals: Type.Array(
    object({
      platform: Type.String(),
      type: word(['group', 'room', 'user']),
      arrivedAt: timestamp('When the bot joined.'),
      hasOwner: Type.Boolean(),
    }),
    {
      description:
        'The 20 latest chats, newest first. Names are left out, because operators have no access to channels.',
    },
  ),
})

export const ModelValues = exactly('ModelValues', { changes: settingChanges(0) })

export const ModelCheck = exactly('ModelCheck', {
  state: word(['available', 'not-listed', 'not-checked', 'refused', 'unavailable', 'none'], {
    description:
      '`not-listed`: the endpoint responds, but has no model of that name. `not-checked`: it responds, but does not list its ' +
      'models. `none`: no model is set.',
  }),
  detail: Type.String({ description: 'What the endpoint said. Empty if nothing.' }),
})
