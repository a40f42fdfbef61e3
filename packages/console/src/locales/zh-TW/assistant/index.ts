import { assistant as screens } from './assistant.ts'
import { assistantParts } from './assistant-parts.ts'

export const assistant = { assistant: screens, assistantParts }
