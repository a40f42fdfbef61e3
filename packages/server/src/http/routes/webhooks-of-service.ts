import {
  changeServiceWebhook,
  createServiceWebhook,
  deleteServiceWebhook,
  listServiceDeliveries,
  listServiceWebhooks,
  renewServiceSecret,
  repeatServiceDeliveries,
  testServiceWebhook,
} from '../../actions/webhooks/service-webhooks.ts'
import type { AppDeps } from '../app-deps.ts'
import { done, type Handlers } from '../handlers.ts'

type Names =
  | 'listServiceWebhooks'
  | 'createServiceWebhook'
  | 'changeServiceWebhook'
  | 'deleteServiceWebhook'
  | 'renewServiceWebhookSecret'
  | 'testServiceWebhook'
  | 'listServiceWebhookDeliveries'
  | 'repeatServiceWebhookDelivery'
  | 'replayServiceWebhook'

export function serviceWebhookHandlers(deps: AppDeps): Handlers<Names> {
  return {
    listServiceWebhooks: () => listServiceWebhooks(deps),
    createServiceWebhook: ({ grant, body }) => createServiceWebhook(deps, grant, body),
    changeServiceWebhook: ({ grant, params, body }) => changeServiceWebhook(deps, grant, params.webhookId, body),
    async deleteServiceWebhook({ grant, params }) {
      await deleteServiceWebhook(deps, grant, params.webhookId)
      return done
    },
    renewServiceWebhookSecret: ({ grant, params }) => renewServiceSecret(deps, grant, params.webhookId),
    testServiceWebhook: ({ params }) => testServiceWebhook(deps, params.webhookId),
    listServiceWebhookDeliveries: ({ params }) => listServiceDeliveries(deps, params.webhookId),
    async repeatServiceWebhookDelivery({ grant, params }) {
      await repeatServiceDeliveries(deps, grant, params.webhookId, params)
      return done
    },
    replayServiceWebhook: ({ grant, params, body }) => repeatServiceDeliveries(deps, grant, params.webhookId, body),
  }
}
