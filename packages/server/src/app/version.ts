import { readFileSync } from 'node:fs'

/** The version of the whole, from the package at the root. */
export const version: string = JSON.parse(
  readFileSync(new URL('../../../../package.json', import.meta.url), 'utf8'),
).version
