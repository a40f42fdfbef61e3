import { dayFile, memories } from './days.ts'
import { exports } from './exports.ts'
import { ledger } from './ledger.ts'

/** Texts about exports, and what the conversation loads after its first screen. */
export const exportTexts = { exports, memories, dayFile, ledger }
