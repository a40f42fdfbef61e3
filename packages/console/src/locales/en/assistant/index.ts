import { assistant as screen } from './assistant.ts'

/** Texts of the list of rules, with which the assistant's screen begins. */
export const assistant = { assistant: screen }
