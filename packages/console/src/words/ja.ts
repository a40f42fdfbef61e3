import type { Words } from './en.ts'
import { account } from './ja/account.ts'
import { channels } from './ja/channels.ts'
import { errors } from './ja/errors.ts'
import { gallery } from './ja/gallery.ts'
import { reader } from './ja/reader.ts'
import { search } from './ja/search.ts'
import { shell } from './ja/shell.ts'
import { signIn } from './ja/sign-in.ts'
import type { Translated } from './translated.ts'

export const ja: Translated<Words> = { account, channels, errors, gallery, reader, search, shell, signIn }
