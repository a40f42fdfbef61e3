import type { Words } from './en.ts'
import { account } from './th/account.ts'
import { assistant } from './th/assistant.ts'
import { assistantParts } from './th/assistant-parts.ts'
import { channels } from './th/channels.ts'
import { editing } from './th/editing.ts'
import { errors } from './th/errors.ts'
import { gallery } from './th/gallery.ts'
import { members } from './th/members.ts'
import { operator } from './th/operator.ts'
import { reader } from './th/reader.ts'
import { search } from './th/search.ts'
import { settings } from './th/settings.ts'
import { shell } from './th/shell.ts'
import { signIn } from './th/sign-in.ts'
import { usage } from './th/usage.ts'
import type { Translated } from './translated.ts'

export const th: Translated<Words> = {
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
