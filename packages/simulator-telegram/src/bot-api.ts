/**
 * The shapes of the Bot API that the simulator sends, with the fields it uses. Tests check everything it sends against
 * `test/fixtures/bot-api.json`.
 */
export type User = {
  id: number
  is_bot: boolean
  first_name: string
  last_name?: string
  username?: string
  language_code?: string
}

export type ChatType = 'private' | 'group' | 'supergroup' | 'channel'

export type Chat = {
  id: number
  type: ChatType
  title?: string
  username?: string
  first_name?: string
  last_name?: string
  is_forum?: true
}

export type MessageEntity = {
  type: string
  offset: number
  length: number
  url?: string
  user?: User
}

/** Everything a message can contain besides its head, such as `photo` or `new_chat_members`. */
export type MessageBody = Record<string, unknown> & {
  text?: string
  entities?: MessageEntity[]
  caption?: string
  caption_entities?: MessageEntity[]
  media_group_id?: string
}

export type Message = MessageBody & {
  message_id: number
  from?: User
  sender_chat?: Chat
  chat: Chat
  date: number
  edit_date?: number
  message_thread_id?: number
  is_topic_message?: true
  reply_to_message?: Message
}

export type MemberStatus = 'creator' | 'administrator' | 'member' | 'restricted' | 'left' | 'kicked'

export type ChatMember = { status: MemberStatus; user: User } & Record<string, unknown>

export type ChatMemberUpdated = {
  chat: Chat
  from: User
  date: number
  old_chat_member: ChatMember
  new_chat_member: ChatMember
}

export type CallbackQuery = {
  id: string
  from: User
  message?: Message
  chat_instance: string
  data?: string
}

/** What an update is about, without its id. A test can send any other kind. */
export type UpdateBody =
  | { message: Message }
  | { edited_message: Message }
  | { channel_post: Message }
  | { edited_channel_post: Message }
  | { my_chat_member: ChatMemberUpdated }
  | { chat_member: ChatMemberUpdated }
  | { callback_query: CallbackQuery }
  | Record<string, unknown>

export type Update = { update_id: number } & Record<string, unknown>

export type PhotoSize = { file_id: string; file_unique_id: string; width: number; height: number; file_size?: number }
