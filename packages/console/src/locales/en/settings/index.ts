import { settings } from './settings.ts'

/** Texts of the settings of a channel. */
export const settingsTexts = { settings }
