import { dayFile, memories } from './days.ts'
import { exports } from './exports.ts'
import { ledger } from './ledger.ts'

export const exportTexts = { exports, memories, dayFile, ledger }
