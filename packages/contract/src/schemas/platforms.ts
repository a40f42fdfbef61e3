import { Type } from '../schema.ts'
import { nullable } from './primitives.ts'

const can = (description: string) => Type.Boolean({ description })

export const platformAbilities = Type.Object(
  {
    seesUnsending: can('Whether it reports that a message was deleted there.'),
    seesAllMessages: can('False if its settings can hide messages of a group from the bot.'),
    repliesFreely: can('Whether a reply can be sent at any time, at no cost.'),
    pushes: can('Whether messages that are not replies use up a quota. `allowPush` has no effect otherwise.'),
    listsMembers: can('Whether it can list everyone in a chat.'),
    knowsAdmins: can('Whether it tells who owns and who manages a chat.'),
    joinsByLink: can('Whether a link adds the bot to a group.'),
    fileLimitBytes: nullable<number>('integer', {
      minimum: 0,
      description: 'It provides no larger files. Null: it has no limit, or the limit is unknown.',
    }),
  },
  { additionalProperties: false, description: 'What the platform can do. More may be added.' },
)

const platformNames = {
  platform: Type.String({ description: 'Name of the platform, as in URLs.' }),
  name: Type.String({ description: 'Name of the platform, as people call it.' }),
}

/** For the operator. */
export const configuredPlatform = {
  ...platformNames,
  consoleName: Type.String({ description: 'Where its bots are configured, such as `@BotFather`.' }),
}

export const platformSummary = Type.Object(
  {
    ...platformNames,
    badge: Type.String({ description: 'A few letters that tell its channels from those of others.' }),
    isConnected: Type.Boolean({ description: 'Whether messages arrive from it now.' }),
    decidesOwners: can(
      'Whether the owner and admins of a group there have the same roles here. Ownership is then only transferred there.',
    ),
    abilities: platformAbilities,
  },
  { additionalProperties: false },
)
