import assert from 'node:assert/strict'

/** The answer is a refusal of this status, in the one shape there is, and tells nothing of how the service is made. */
export function assertRefusal(answer: { status: number; text: string }, status: number, where: string): void {
  const { text } = answer
  assert.equal(answer.status, status, `${where}: ${text.slice(0, 300)}`)
  const { error, ...others } = JSON.parse(text)
  assert.deepEqual(others, {}, `${where}: nothing beside the sentence`)
  assert.ok(typeof error === 'string' && error.length > 0 && error.length < 500, `${where}: ${text.slice(0, 300)}`)
  assert.doesNotMatch(text, innards, where)
}

/** Stacks, paths of files, statements, names of what we are built with. */
const innards =
  /node_modules|node:|\bat .+:\d+|\.[cm]?[jt]s\b|\/(tmp|home|usr|var|packages)\/|sqlite|\b(select|insert|update|delete) .*\b(from|into|set)\b|FST_|ERR_|\[object|TypeError|undefined/i
