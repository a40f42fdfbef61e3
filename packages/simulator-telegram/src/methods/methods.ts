import { accountMethods } from './account.ts'
import { chatMethods } from './chats.ts'
import { fileMethods } from './files.ts'
import type { Method } from './method.ts'
import { sendingMethods } from './sending.ts'
import { updateMethods } from './updates.ts'

const all = { ...accountMethods, ...chatMethods, ...fileMethods, ...sendingMethods, ...updateMethods }

/** The methods by their names in lower case, because the platform ignores case. */
export const methods: ReadonlyMap<string, Method> = new Map(
  Object.entries(all).map(([name, method]) => [name.toLowerCase(), method]),
)
