import {
  changeWebhook,
  createWebhook,
  deleteWebhook,
  listDeliveries,
  listWebhooks,
  renewSecret,
  repeatDelivery,
  replay,
  testWebhook,
} from '../../actions/webhooks/webhooks.ts'
import type { AppDeps } from '../app-deps.ts'
import { done, type Handlers } from '../handlers.ts'

type Names =
  | 'listWebhooks'
  | 'createWebhook'
  | 'changeWebhook'
  | 'deleteWebhook'
  | 'renewWebhookSecret'
  | 'testWebhook'
  | 'listWebhookDeliveries'
  | 'repeatWebhookDelivery'
  | 'replayWebhook'

export function channelWebhookHandlers(deps: AppDeps): Handlers<Names> {
  return {
    listWebhooks: ({ grant }) => listWebhooks(deps, grant),
    createWebhook: ({ grant, body }) => createWebhook(deps, grant, body),
    changeWebhook: ({ grant, params, body }) => changeWebhook(deps, grant, params.webhookId, body),
    async deleteWebhook({ grant, params }) {
      await deleteWebhook(deps, grant, params.webhookId)
      return done
    },
    renewWebhookSecret: ({ grant, params }) => renewSecret(deps, grant, params.webhookId),
    testWebhook: ({ grant, params }) => testWebhook(deps, grant, params.webhookId),
    listWebhookDeliveries: ({ grant, params }) => listDeliveries(deps, grant, params.webhookId),
    async repeatWebhookDelivery({ grant, params }) {
      await repeatDelivery(deps, grant, params.webhookId, params.no)
      return done
    },
    replayWebhook: ({ grant, params, body }) => replay(deps, grant, params.webhookId, body),
  }
}
