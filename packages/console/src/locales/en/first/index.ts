import { channels } from './channels.ts'
import { errors } from './errors.ts'
import { shell } from './shell.ts'
import { signIn } from './sign-in.ts'

/** Texts of the screens that may be shown first, and of the shell around all screens. */
export const first = { channels, errors, shell, signIn }
