import type { WebhookFailure } from '@innkeeper/contract'

const sentences: Record<WebhookFailure, string> = {
  'not-found': 'There is no such host. Check the URL.',
  'not-allowed':
    "The host isn't a public address with https, or leads to one that isn't. The operator can allow it in INNKEEPER_WEBHOOK_ALLOW.",
  unreachable: 'The connection failed. Check the host and the port, and whether a firewall is in between.',
  silent: "The receiver didn't respond in time. Check whether it's overloaded.",
  certificate:
    "The receiver's certificate isn't trusted. Use the name that the certificate is for, or renew the certificate.",
  redirected: "The receiver redirects to another address, which isn't followed. Enter the URL that it redirects to.",
  gone: 'The receiver answered 410, so it wants no more events. Enter another URL, or delete the webhook.',
  rejected: "The receiver didn't accept the event. Check its log for the reason.",
}

/** What went wrong and what to do. Nothing that the receiver said. */
export function describeWebhookFailure(failure: WebhookFailure): string {
  return sentences[failure]
}
