import { emailAddress, setting, webhookSecret, webhookUrl, wholeNumber } from './setting-values.ts'

/** How operators are told what needs attention. */
export const alertSettings = {
  smtpServer: setting<{ host: string; port: number } | null>({
    env: 'INNKEEPER_SMTP_SERVER',
    standard: '',
    comment:
      'Mail server for alerts to the operator, such as `mail.inn.example` or `mail.inn.example:465`. Without a port, 587 is used. ' +
      'If empty, no email is sent.',
    allowed: 'a host name or IP address, with a port if needed, such as mail.inn.example:465, or leave it empty',
    parse: mailServer,
  }),
  smtpEncryption: setting<'required' | 'optional'>({
    env: 'INNKEEPER_SMTP_ENCRYPTION',
    standard: 'required',
    comment:
      'Encryption of the connection to the mail server. With `required`, nothing is sent without TLS, except to a mail server on this ' +
      'machine. With `optional`, it is used if the mail server offers it.',
    allowed: 'one of required, optional',
    parse: (text) => (text === 'required' || text === 'optional' ? text : undefined),
  }),
  smtpUser: setting<string | null>({
    env: 'INNKEEPER_SMTP_USER',
    standard: '',
    comment: 'User name at the mail server. Leave it empty if it needs none.',
    allowed: 'the user name at the mail server, or leave it empty',
    parse: oneLine,
  }),
  smtpPassword: setting<string | null>({
    env: 'INNKEEPER_SMTP_PASSWORD',
    standard: '',
    comment: 'Password at the mail server. Many providers require an app password.',
    allowed: 'the password at the mail server, or leave it empty',
    isSecret: true,
    parse: oneLine,
  }),
  alertMailTo: setting<string[]>({
    env: 'INNKEEPER_ALERT_MAIL_TO',
    standard: '',
    comment: 'Email addresses that get alerts, separated by commas, ten at most. If empty, no email is sent.',
    allowed: 'up to 10 email addresses, separated by commas, or leave it empty',
    parse: recipients,
  }),
  alertMailFrom: setting<string | null>({
    env: 'INNKEEPER_ALERT_MAIL_FROM',
    standard: '',
    comment:
      'Sender of these emails. If empty, the user name at the mail server is used if it is an address, and otherwise the first recipient.',
    allowed: 'an email address, or leave it empty',
    parse: emailAddress,
  }),
  alertWebhookUrl: setting<string | null>({
    env: 'INNKEEPER_ALERT_WEBHOOK_URL',
    standard: '',
    comment:
      'URL that gets alerts as signed requests ([Standard Webhooks](https://www.standardwebhooks.com)). If empty, none are sent.',
    allowed: 'an https URL without a user name, or leave it empty',
    parse: webhookUrl,
  }),
  alertWebhookSecret: setting<string | null>({
    env: 'INNKEEPER_ALERT_WEBHOOK_SECRET',
    standard: '',
    comment: 'Secret with which the requests are signed: `whsec_` and 24 to 64 random bytes in base64.',
    allowed:
      'whsec_ and 24 to 64 random bytes in base64, such as the output of `echo whsec_$(openssl rand -base64 32)`, or leave it empty',
    isSecret: true,
    parse: webhookSecret,
  }),
  alertWebhookAllow: setting<string[]>({
    env: 'INNKEEPER_ALERT_WEBHOOK_ALLOW',
    standard: '',
    comment:
      'Hosts in your own network that the webhook may lead to, such as `nas.lan, 192.168.1.20:5678`. Otherwise only public addresses are ' +
      'contacted, and only with https.',
    allowed: 'host names or IP addresses, with or without a port, separated by commas, or leave it empty',
    parse: hosts,
  }),
}

/** Webhooks of channels. */
export const webhookSettings = {
  webhookAllow: setting<string[]>({
    env: 'INNKEEPER_WEBHOOK_ALLOW',
    standard: '',
    comment:
      'Hosts in your own network that webhooks of channels may lead to, such as `nas.lan, 192.168.1.20:5678`. Otherwise only public ' +
      'addresses are contacted, and only with https.',
    allowed: 'host names or IP addresses, with or without a port, separated by commas, or leave it empty',
    parse: hosts,
  }),
}

const standardPort = 587

function mailServer(text: string): { host: string; port: number } | null | undefined {
  if (text === '') return null
  const [, name, address, digits] = /^(?:([\w.-]{1,253})|\[([0-9a-fA-F:]{2,45})\])(?::(\d{1,5}))?$/.exec(text) ?? []
  const host = name ?? address
  const port = digits === undefined ? standardPort : wholeNumber(digits, 1, 65_535)
  return host === undefined || port === undefined ? undefined : { host, port }
}

/** Without control characters, which would end a line of the protocol. */
function oneLine(text: string): string | null | undefined {
  if (text === '') return null
  return text.length <= 1000 && !/\p{Cc}/u.test(text) ? text : undefined
}

function listOf(text: string): string[] {
  return text
    .split(',')
    .map((one) => one.trim())
    .filter((one) => one !== '')
}

function recipients(text: string): string[] | undefined {
  const list = listOf(text)
  return list.length <= 10 && list.every(emailAddress) ? list : undefined
}

function hosts(text: string): string[] | undefined {
  const list = listOf(text).map((one) => one.toLowerCase())
  return list.every((one) => /^([a-z0-9._-]{1,253}|\[[0-9a-f:]{2,45}\])(:\d{1,5})?$/.test(one)) ? list : undefined
}
