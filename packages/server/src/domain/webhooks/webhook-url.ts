import { isAllowedHost } from '../notifications/alerts/allowed-host.ts'
import { invalid } from '../refusal.ts'

/** As it is requested. What its name leads to is checked with each request. */
export function judgeWebhookUrl(text: string, allow: readonly string[]): string {
  const url = URL.parse(text)
  if (!url)
    throw invalid(
      `url is ${JSON.stringify(text.slice(0, 200))}; set it to a URL such as https://n8n.example/webhook/club`,
    )
  if (url.username !== '' || url.password !== '')
    throw invalid('url contains a user name or password; leave them out, and check the signature of each event instead')
  const isOwn = isAllowedHost(url, allow)
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && isOwn))
    throw invalid(
      'url must begin with https://; http is only possible for hosts in INNKEEPER_WEBHOOK_ALLOW, which the operator sets',
    )
  return url.href
}
