/**
 * Every refusal of the API. `docs/contract.md` lists the same rows; a test keeps the two equal. `{detail}` is the part of a
 * message that depends on the request.
 */
export const errors = {
  invalid: { status: 400, sentence: '{detail}' },
  'owner-role-fixed': { status: 400, sentence: "The owner's role cannot be changed" },
  'owner-on-platform': { status: 400, sentence: 'Transfer ownership in {detail}' },
  'authentication-failed': { status: 401, sentence: 'Authentication failed' },
  'link-not-valid': { status: 401, sentence: 'This link is not valid any more; ask for a new one' },
  'setup-link-not-valid': {
    status: 401,
    sentence:
      'This setup link is not valid any more; restart the service or run ./innkeeper operator reset to get a new one',
  },
  'webhook-refused': { status: 401, sentence: 'Webhook refused: {detail}' },
  'wrong-passphrase': { status: 403, sentence: 'The current passphrase is wrong' },
  'permission-denied': { status: 403, sentence: 'Permission denied' },
  'not-a-subscriber': { status: 403, sentence: 'Not a subscriber' },
  'cross-site': { status: 403, sentence: 'Refused: only pages of this service may ask for this' },
  'not-found': { status: 404, sentence: 'Not found' },
  'message-not-found': { status: 404, sentence: 'Message not found' },
  'member-not-found': { status: 404, sentence: 'Member not found' },
  'rule-not-found': { status: 404, sentence: 'Rule not found' },
  'version-not-found': { status: 404, sentence: 'Version not found' },
  'search-not-found': { status: 404, sentence: 'Saved search not found' },
  'key-not-found': { status: 404, sentence: 'Key not found' },
  'job-not-found': { status: 404, sentence: 'Job not found' },
  'import-not-found': { status: 404, sentence: 'Import not found' },
  'bookmark-not-found': { status: 404, sentence: 'Bookmark not found' },
  'webhook-not-found': { status: 404, sentence: 'Webhook not found' },
  'sign-in-not-found': { status: 404, sentence: 'Sign-in not found' },
  'media-not-available-yet': { status: 404, sentence: 'Media not available yet' },
  'media-lost': { status: 404, sentence: 'Media lost: {detail}' },
  'no-preview': { status: 404, sentence: 'No preview of this file' },
  'post-only': { status: 405, sentence: 'Use POST' },
  'operator-exists': { status: 409, sentence: 'An operator account exists already; sign in with it' },
  'import-conflict': { status: 409, sentence: '{detail}' },
  'changed-meanwhile': { status: 412, sentence: 'Changed meanwhile; read it again before changing it' },
  'range-not-satisfiable': { status: 416, sentence: 'Range not satisfiable: {detail}' },
  'too-many-requests': { status: 429, sentence: 'Too many requests' },
  internal: { status: 500, sentence: 'Server error; quote request id {detail} to the operator' },
  'membership-unconfirmed': {
    status: 503,
    sentence: 'Your membership is being confirmed, because the bot was away; try again in a moment',
  },
  unavailable: { status: 503, sentence: 'Service unavailable: {detail}' },
} as const

export type ErrorCode = keyof typeof errors

export function sentenceOf(code: ErrorCode, detail = ''): string {
  return errors[code].sentence.replace('{detail}', () => detail)
}
