import { createHmac } from 'node:crypto'

/** What stands in `x-line-signature`: over the very bytes of the body, with the secret's text (not its hex value) as key. */
export function signBody(body: string | Buffer, channelSecret: string): string {
  return createHmac('sha256', channelSecret).update(body).digest('base64')
}
