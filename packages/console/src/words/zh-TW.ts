import type { Words } from './en.ts'
import type { Translated } from './translated.ts'
import { account } from './zh-TW/account.ts'
import { assistant } from './zh-TW/assistant.ts'
import { assistantParts } from './zh-TW/assistant-parts.ts'
import { channels } from './zh-TW/channels.ts'
import { editing } from './zh-TW/editing.ts'
import { errors } from './zh-TW/errors.ts'
import { gallery } from './zh-TW/gallery.ts'
import { members } from './zh-TW/members.ts'
import { operator } from './zh-TW/operator.ts'
import { reader } from './zh-TW/reader.ts'
import { search } from './zh-TW/search.ts'
import { settings } from './zh-TW/settings.ts'
import { shell } from './zh-TW/shell.ts'
import { signIn } from './zh-TW/sign-in.ts'
import { usage } from './zh-TW/usage.ts'

export const zhTW: Translated<Words> = {
  account,
  assistant,
  assistantParts,
  channels,
  editing,
  errors,
  gallery,
  members,
  operator,
  reader,
  search,
  settings,
  shell,
  signIn,
  usage,
}
