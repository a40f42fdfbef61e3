import { account } from './account.ts'
import { channels } from './channels.ts'
import { errors } from './errors.ts'
import { shell } from './shell.ts'
import { signIn } from './sign-in.ts'

/** Of the screens that may be shown first, and of what stands around all. */
export const first = { account, channels, errors, shell, signIn }
