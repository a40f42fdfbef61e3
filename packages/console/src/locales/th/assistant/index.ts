import { assistant as screen } from './assistant.ts'

export const assistant = { assistant: screen }
