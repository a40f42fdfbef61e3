import type { DateOrder } from './history.ts'
import type { FileZone } from './infer-zone.ts'

/** Who someone of a file is: a person of the channel, someone who isn't there, or someone whose messages are left out. */
export type PersonChoice = { name: string; userId?: string } & (
  | { is: 'member'; memberId: string }
  | { is: 'outsider' }
  | { is: 'left-out' }
)

/** What the owner decided about a file. What is absent is proposed. */
export type ImportChoices = {
  zone?: FileZone
  dateOrder?: DateOrder
  /** Of several chats in one file. */
  chat?: string
  people?: readonly PersonChoice[]
  /** Even if it looks like the history of another chat. */
  anyway?: boolean
}

/** As stored. `previewed`: what the preview showed, where the owner decided nothing, and where they did. */
export type StoredChoices = ImportChoices & { previewed?: Required<Pick<ImportChoices, 'zone' | 'people'>> }

/** Without what was only proposed, so that it's proposed again when the file is read again. */
export function decidedChoices({ previewed: _, ...decided }: StoredChoices): ImportChoices {
  return decided
}

/** People of a file are told apart by the platform's ID, or else by the name. */
export const keyOfPerson = ({ name, userId }: { name: string; userId?: string | undefined }) =>
  userId === undefined ? `name ${name}` : `id ${userId}`
