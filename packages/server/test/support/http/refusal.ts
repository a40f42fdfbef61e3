import assert from 'node:assert/strict'

/** Asserts that the answer is an error with this status in the API's only error format, and reveals no internals. */
export function assertRefusal(answer: { status: number; text: string }, status: number, where: string): void {
  const { text } = answer
  assert.equal(answer.status, status, `${where}: ${text.slice(0, 300)}`)
  const { error, ...others } = JSON.parse(text)
  assert.deepEqual(others, {}, `${where}: nothing besides the sentence`)
  assert.ok(typeof error === 'string' && error.length > 0 && error.length < 500, `${where}: ${text.slice(0, 300)}`)
  assert.doesNotMatch(text, innards, where)
}

/** Stack traces, file paths, SQL statements and names of our dependencies. */
const innards =
  /node_modules|node:|\bat .+:\d+|\.[cm]?[jt]s\b|\/(tmp|home|usr|var|packages)\/|sqlite|\b(select|insert|update|delete) .*\b(from|into|set)\b|FST_|ERR_|\[object|TypeError|undefined/i
