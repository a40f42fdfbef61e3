import { account } from './en/account.ts'
import { assistant } from './en/assistant.ts'
import { assistantParts } from './en/assistant-parts.ts'
import { channels } from './en/channels.ts'
import { editing } from './en/editing.ts'
import { errors } from './en/errors.ts'
import { gallery } from './en/gallery.ts'
import { members } from './en/members.ts'
import { operator } from './en/operator.ts'
import { reader } from './en/reader.ts'
import { search } from './en/search.ts'
import { settings } from './en/settings.ts'
import { shell } from './en/shell.ts'
import { signIn } from './en/sign-in.ts'
import { usage } from './en/usage.ts'

/** All words people read, a file an area. English is the measure of the other languages. */
export const en = {
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
} as const

export type Words = typeof en
