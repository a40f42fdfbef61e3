import { PlatformSilence } from '../../../domain/platforms/platform-errors.ts'
import { findId, findText } from '../../http-client/untrusted-json.ts'
import { findNumber } from '../receiving/ids.ts'
import { type Bot, nameOf } from '../receiving/read-people.ts'
import type { BotApi } from './bot-api.ts'

export type BotInfo = Bot & {
  displayName: string
  seesAllMessages: boolean
  canJoinGroups: boolean
}

export async function getBot(api: BotApi): Promise<BotInfo> {
  const me = await api.get("the bot's own profile", 'getMe')
  const id = findNumber(me.id)
  if (id === undefined) throw new PlatformSilence("Telegram's response for the bot's own profile has no id")
  return {
    id,
    username: findId(me.username),
    displayName: nameOf(me) ?? findText(me.username) ?? String(id),
    seesAllMessages: me.can_read_all_group_messages === true,
    canJoinGroups: me.can_join_groups !== false,
  }
}
