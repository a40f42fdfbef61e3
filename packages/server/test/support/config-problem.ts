import { ConfigProblem, readConfig } from '../../src/config/config.ts'

/** What is said of these settings; empty where they are taken. */
export function problemOf(environment: Record<string, string>, flags = {}): string {
  try {
    readConfig(environment, flags)
  } catch (error) {
    if (error instanceof ConfigProblem) return error.message
    throw error
  }
  return ''
}
