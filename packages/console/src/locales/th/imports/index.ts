import { imports } from './imports.ts'

/** Texts about importing chat histories. */
export const importTexts = { imports }
