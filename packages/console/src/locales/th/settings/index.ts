import { settings } from './settings.ts'

export const settingsTexts = { settings }
