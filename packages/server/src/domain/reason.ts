/** How a reason begins that is a defect of ours. What follows may quote anything, such as a text that could not be read. */
export const bugWords = 'an error in this service'

/** A reason as it may be shown to somebody who may read no channel. */
export function showReason(reason: string): string {
  return reason.startsWith(bugWords) ? bugWords : reason
}

/** Without what stands in brackets at its end: the platform's number of the request, how often it was tried. */
export function withoutDetails(reason: string): string {
  return showReason(reason).replace(/(\s*\([^()]*\))+$/, '')
}
