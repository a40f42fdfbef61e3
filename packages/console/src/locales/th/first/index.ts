import { channels } from './channels.ts'
import { errors } from './errors.ts'
import { shell } from './shell.ts'
import { signIn } from './sign-in.ts'

export const first = { channels, errors, shell, signIn }
