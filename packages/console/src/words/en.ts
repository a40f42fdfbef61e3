import { account } from './en/account.ts'
import { channels } from './en/channels.ts'
import { errors } from './en/errors.ts'
import { gallery } from './en/gallery.ts'
import { reader } from './en/reader.ts'
import { search } from './en/search.ts'
import { shell } from './en/shell.ts'
import { signIn } from './en/sign-in.ts'

/** All words people read, a file an area. English is the measure of the other languages. */
export const en = { account, channels, errors, gallery, reader, search, shell, signIn } as const

export type Words = typeof en
