import { dayFile } from './day-file.ts'
import { exports } from './exports.ts'
import { memories } from './memories.ts'

/** Texts about exports, and what the conversation loads after its first screen. */
export const exportTexts = { exports, memories, dayFile }
