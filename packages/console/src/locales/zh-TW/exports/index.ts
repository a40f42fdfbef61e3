import { dayFile } from './day-file.ts'
import { exports } from './exports.ts'
import { memories } from './memories.ts'

export const exportTexts = { exports, memories, dayFile }
