import { createMailSender, type MailSenderOptions } from '../adapters/smtp/mail-sender.ts'
import { createWebhookSender, type WebhookSenderOptions } from '../adapters/web/webhook-sender.ts'
import type { Config } from '../config/config.ts'
import { emailAddress } from '../config/setting-values.ts'
import { isLoopback } from '../domain/platforms/loopback.ts'
import type { AlertSenders, AlertTargets } from '../ports/alerts.ts'

/** Where the settings say that alerts go. */
export function alertTargetsOf(config: Config): AlertTargets {
  return { mail: mailTargetOf(config), webhook: webhookTargetOf(config) }
}

export type AlertSenderOptions = { mail?: MailSenderOptions; webhook?: WebhookSenderOptions }

export function createAlertSenders({ mail, webhook }: AlertSenderOptions = {}): AlertSenders {
  return { sendMail: createMailSender(mail), sendWebhook: createWebhookSender(webhook) }
}

function mailTargetOf(config: Config): AlertTargets['mail'] {
  const { smtpServer, smtpEncryption, smtpUser: user, smtpPassword: password, alertMailTo: to } = config
  const [first] = to
  if (smtpServer === null || first === undefined) return null
  const ofUser = user === null ? null : emailAddress(user)
  return {
    ...smtpServer,
    mustEncrypt: smtpEncryption === 'required' && !isLoopback(smtpServer.host),
    login: user === null || password === null ? null : { user, password },
    from: config.alertMailFrom ?? ofUser ?? first,
    to,
  }
}

function webhookTargetOf({ alertWebhookUrl: url, alertWebhookSecret: secret, alertWebhookAllow: allow }: Config) {
  return url === null || secret === null ? null : { url, secret, allow }
}
