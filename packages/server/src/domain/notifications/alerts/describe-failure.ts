import type { AlertFailure } from '@innkeeper/contract'

const sentences: Record<AlertFailure, string> = {
  'not-set-up': "It isn't set up. Enter the settings first.",
  'not-found': 'There is no such host. Check its name.',
  'not-allowed':
    "The address isn't a public one, and only those are contacted. To allow it, add its host to INNKEEPER_ALERT_WEBHOOK_ALLOW and restart the service.",
  unreachable: 'The connection failed. Check the host and the port, and whether a firewall is in between.',
  silent: "It didn't respond in time. Check the host and the port, and whether it's overloaded.",
  'no-encryption':
    "The mail server doesn't offer encryption. Use port 465 or 587, or set INNKEEPER_SMTP_ENCRYPTION to optional if it's in your own network.",
  certificate:
    "The certificate isn't valid for this host. Use the name that the certificate is for, or renew the certificate.",
  login: 'The mail server rejected the user name or password. Many providers require an app password.',
  sender: 'The mail server rejected the sender. Enter an address that this user may send from.',
  recipient: 'The mail server rejected a recipient. Check the addresses.',
  redirected: "It redirects to another address, which isn't followed. Enter the address that it redirects to.",
  gone: "It says that it's no longer there (410). Enter another address, or leave it empty.",
  rejected: 'It rejected the message. Check its log for the reason.',
}

/** What went wrong and what to do. Nothing that the other side said. */
export function describeFailure(failure: AlertFailure): string {
  return sentences[failure]
}
