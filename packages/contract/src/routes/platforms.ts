import { defineRoutes } from '../route.ts'
import { Type } from '../schema.ts'
import { exactly } from '../schemas/primitives.ts'

const Received = exactly('Received', {}, { description: 'The webhook was saved.', examples: [{}] })

export const platformRoutes = defineRoutes({
  receiveWebhook: {
    method: 'POST',
    path: '/webhooks/:platform',
    tag: 'Platforms',
    summary: 'Receive a webhook',
    description:
      'Called by chat platforms only. The signature is checked over the raw bytes before anything is read. 200 means that ' +
      'everything in the webhook is on disk. After any other response, the platform may redeliver it.',
    permission: 'public',
    params: Type.Object({
      platform: Type.String({ description: 'Name of a platform that is set up on this service.' }),
    }),
    // A refused webhook may be lost, so the limit is far above what platforms send.
    raw: { mostBytes: 16 * 1024 * 1024 },
    answer: { status: 200, schema: Received },
    errors: ['webhook-refused', 'not-found', 'internal', 'unavailable'],
  },
})
