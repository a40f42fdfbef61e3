import { assistant as screens } from './assistant.ts'
import { assistantParts } from './assistant-parts.ts'

/** Texts of the assistant's screen, which are as many as those of all other screens of a channel. */
export const assistant = { assistant: screens, assistantParts }
