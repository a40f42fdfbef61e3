import { BrokenPartError } from './save-part.ts'

/** Undefined if the service refused, or couldn't be reached. */
export function whyOf(error: unknown): 'broken' | 'folder' | 'space' | undefined {
  if (error instanceof BrokenPartError) return 'broken'
  if (!(error instanceof DOMException)) return undefined
  return error.name === 'QuotaExceededError' ? 'space' : 'folder'
}
