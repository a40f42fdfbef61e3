import { ConfigProblem, readConfig } from '../../src/config/config.ts'

/** The error message for these settings. Empty if they are valid. */
export function problemOf(environment: Record<string, string>, flags = {}): string {
  try {
    readConfig(environment, flags)
  } catch (error) {
    if (error instanceof ConfigProblem) return error.message
    throw error
  }
  return ''
}
