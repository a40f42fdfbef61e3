import type { AppDeps } from '../app-deps.ts'
import type { Handlers } from '../handlers.ts'

const received = {}
const none = Buffer.alloc(0)

export function platformHandlers({ webhookIntake, clock }: AppDeps): Handlers<'receiveWebhook'> {
  return {
    receiveWebhook({ params, request }) {
      const body = Buffer.isBuffer(request.body) ? request.body : none
      const delivery = { headers: request.headers, body, receivedAt: clock() }
      return webhookIntake.take(params.platform, delivery, request.id).then(() => received)
    },
  }
}
