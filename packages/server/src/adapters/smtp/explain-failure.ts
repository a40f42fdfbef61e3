import type { AlertFailure } from '@innkeeper/contract'
import type { AlertOutcome } from '../../domain/notifications/alerts/alert.ts'

/** What the library adds to an error. `response`: the last line of the mail server. */
type MailError = Error & { code?: string; command?: string; response?: string }

const longestDetail = 200

export function explainFailure(error: unknown): AlertOutcome {
  if (!(error instanceof Error)) return { kind: 'failed', failure: 'unreachable', detail: '' }
  const { response = '' }: MailError = error
  const detail = response
    .toWellFormed()
    .replaceAll(/[\p{Cc}\s]+/gu, ' ')
    .trim()
    .slice(0, longestDetail)
  return { kind: 'failed', failure: findFailure(error), detail }
}

function findFailure({ code = '', command = '', message }: MailError): AlertFailure {
  // The library has no code of its own for it.
  if (/certificate|altnames/i.test(message)) return 'certificate'
  if (code === 'ETLS' || /STARTTLS/.test(message)) return 'no-encryption'
  if (code === 'EDNS' || code === 'ENOTFOUND' || code === 'EAI_AGAIN') return 'not-found'
  if (code === 'ETIMEDOUT') return 'silent'
  if (code === 'EAUTH' || code === 'ENOAUTH') return 'login'
  if (code === 'EENVELOPE' && command === 'RCPT TO') return 'recipient'
  if (code === 'EENVELOPE' && command === 'MAIL FROM') return 'sender'
  return ['EENVELOPE', 'EMESSAGE', 'EPROTOCOL'].includes(code) ? 'rejected' : 'unreachable'
}
