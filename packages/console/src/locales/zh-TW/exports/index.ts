import { dayFile, memories } from './days.ts'
import { exports } from './exports.ts'

export const exportTexts = { exports, memories, dayFile }
