import { isAllowedHost } from '../domain/notifications/alerts/allowed-host.ts'
import { isLoopback } from '../domain/platforms/loopback.ts'

type Together = {
  smtpServer: { host: string } | null
  smtpEncryption: 'required' | 'optional'
  smtpUser: string | null
  smtpPassword: string | null
  alertMailTo: readonly string[]
  alertWebhookUrl: string | null
  alertWebhookSecret: string | null
  alertWebhookAllow: readonly string[]
}

/** What is wrong with the settings of alerts taken together; undefined if nothing is. */
export function findAlertConflict(config: Together): string | undefined {
  return findMailConflict(config) ?? findWebhookConflict(config)
}

function findMailConflict({ smtpServer, smtpEncryption, smtpUser, smtpPassword, alertMailTo }: Together) {
  if (smtpServer === null) {
    const [first] = [
      ...(alertMailTo.length > 0 ? ['INNKEEPER_ALERT_MAIL_TO'] : []),
      ...(smtpUser === null ? [] : ['INNKEEPER_SMTP_USER']),
      ...(smtpPassword === null ? [] : ['INNKEEPER_SMTP_PASSWORD']),
    ]
    return first && `${first} is set, but INNKEEPER_SMTP_SERVER is not. Set both, or neither to send no mail.`
  }
  if (alertMailTo.length === 0) {
    return 'INNKEEPER_SMTP_SERVER is set, but INNKEEPER_ALERT_MAIL_TO is not. Set both, or neither to send no mail.'
  }
  if ((smtpUser === null) !== (smtpPassword === null)) {
    return (
      'Only one of INNKEEPER_SMTP_USER and INNKEEPER_SMTP_PASSWORD is set. Set both, or neither if the mail server needs no ' +
      'password.'
    )
  }
  if (smtpPassword !== null && smtpEncryption === 'optional' && !isLoopback(smtpServer.host)) {
    return (
      'INNKEEPER_SMTP_ENCRYPTION is optional, so INNKEEPER_SMTP_PASSWORD could be sent without encryption. Set it to required, or ' +
      'remove the user name and password.'
    )
  }
  return undefined
}

function findWebhookConflict({ alertWebhookUrl: url, alertWebhookSecret: secret, alertWebhookAllow: allow }: Together) {
  if ((url === null) !== (secret === null)) {
    return 'Only one of INNKEEPER_ALERT_WEBHOOK_URL and INNKEEPER_ALERT_WEBHOOK_SECRET is set. Set both, or neither to send no webhooks.'
  }
  if (url?.startsWith('http:') && !isAllowedHost(new URL(url), allow)) {
    return (
      'INNKEEPER_ALERT_WEBHOOK_URL is not encrypted. Set it to an https URL, or add its host to INNKEEPER_ALERT_WEBHOOK_ALLOW if it is ' +
      'in your own network.'
    )
  }
  return undefined
}
