/** A text is read this often: to learn its form and to read it, both for the survey and for the comparison. */
const passes = 4

/** Counts the bytes that were read, and tells the share of the work that is done whenever it grew by a hundredth. */
export function createReadingMeter(totalBytes: number, tell: (share: number) => void): (bytes: Uint8Array) => void {
  let read = 0
  let told = 0
  return ({ length }) => {
    read += length
    const percent = Math.min(99, Math.floor((100 * read) / (passes * Math.max(1, totalBytes))))
    if (percent <= told) return
    told = percent
    tell(percent / 100)
  }
}
