import { describeBot } from '../describe.ts'
import { badRequest } from '../http/api-error.ts'
import { readJson, readString } from '../http/parameters.ts'
import type { Method } from './method.ts'

const logOutMs = 10 * 60_000
const mostCommands = 100

export const accountMethods: Record<string, Method> = {
  getMe({ world }) {
    const { bot } = world.settings
    return {
      ...describeBot(world),
      can_join_groups: bot.canJoinGroups,
      can_read_all_group_messages: !bot.privacyMode,
      supports_guest_queries: false,
      supports_inline_queries: false,
      can_connect_to_business: false,
      has_main_web_app: false,
      has_topics_enabled: false,
      allows_users_to_create_topics: false,
      can_manage_bots: false,
      supports_join_request_queries: false,
    }
  },
  /** For ten minutes, the bot can't come back. */
  logOut({ world }) {
    world.loggedOutUntil = world.settings.clock() + logOutMs
    return true
  },
  close: () => true,
  setMyCommands({ world, values }) {
    const commands = readJson(values, 'commands')
    if (!Array.isArray(commands)) throw badRequest("can't parse bot commands: expected an Array of commands")
    if (commands.length > mostCommands) throw badRequest('BOT_COMMANDS_TOO_MUCH')
    world.commands.set(listKey(values), commands.map(readCommand))
    return true
  },
  getMyCommands: ({ world, values }) => world.commands.get(listKey(values)) ?? [],
  deleteMyCommands({ world, values }) {
    world.commands.delete(listKey(values))
    return true
  },
}

function readCommand(given: unknown): { command: string; description: string } {
  const { command, description } = (given ?? {}) as Record<string, unknown>
  const name = typeof command === 'string' ? command.replace(/^\//, '') : ''
  if (!/^[a-z0-9_]{1,32}$/.test(name)) throw badRequest('BOT_COMMAND_INVALID')
  if (typeof description !== 'string' || description.length < 1 || description.length > 256)
    throw badRequest('BOT_COMMAND_DESCRIPTION_INVALID')
  return { command: name, description }
}

/** Each scope and language has its own list. */
function listKey(values: Record<string, unknown>): string {
  const scope = (readJson(values, 'scope') ?? { type: 'default' }) as Record<string, unknown>
  const language = readString(values, 'language_code') ?? ''
  if (language !== '' && !/^[a-z]{2}$/.test(language)) throw badRequest('LANG_CODE_INVALID')
  if (typeof scope.type !== 'string') throw badRequest("can't parse BotCommandScope")
  return `${scope.type}/${scope.chat_id ?? ''}/${scope.user_id ?? ''}/${language}`
}
