import { createHmac } from 'node:crypto'
import * as kit from '@innkeeper/simulator-kit'

export { isSuccess, type WebhookResponse } from '@innkeeper/simulator-kit'

type WebhookRequest = Omit<Parameters<typeof kit.postWebhook>[0], 'headers'> & {
  /** Undefined omits the header. */
  signature: string | undefined
}

/** One webhook with LINE's headers. */
export function postWebhook({ signature, ...request }: WebhookRequest): Promise<kit.WebhookResponse> {
  const headers = {
    'content-type': 'application/json; charset=utf-8',
    'user-agent': 'LineBotWebhook/2.0',
    ...(signature === undefined ? {} : { 'x-line-signature': signature }),
  }
  return kit.postWebhook({ ...request, headers })
}

/** The value of `x-line-signature`: computed over the bytes of the body. The key is the secret's text, not its hex value. */
export function signBody(body: string | Buffer, channelSecret: string): string {
  return createHmac('sha256', channelSecret).update(body).digest('base64')
}
