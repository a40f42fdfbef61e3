import type { Words } from './en.ts'
import { account } from './ja/account.ts'
import { assistant } from './ja/assistant.ts'
import { assistantParts } from './ja/assistant-parts.ts'
import { channels } from './ja/channels.ts'
import { editing } from './ja/editing.ts'
import { errors } from './ja/errors.ts'
import { gallery } from './ja/gallery.ts'
import { members } from './ja/members.ts'
import { operator } from './ja/operator.ts'
import { reader } from './ja/reader.ts'
import { search } from './ja/search.ts'
import { settings } from './ja/settings.ts'
import { shell } from './ja/shell.ts'
import { signIn } from './ja/sign-in.ts'
import { usage } from './ja/usage.ts'
import type { Translated } from './translated.ts'

export const ja: Translated<Words> = {
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
