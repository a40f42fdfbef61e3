import { defineRoutes } from '../route.ts'
import { Type } from '../schema.ts'
import { exactly } from '../schemas/primitives.ts'

const Received = exactly('Received', {}, { description: 'It is kept.', examples: [{}] })

export const platformRoutes = defineRoutes({
  receiveWebhook: {
    method: 'POST',
    path: '/webhooks/:platform',
    tag: 'Platforms',
    summary: 'Take in what a platform tells',
    description:
      'Called by a chat platform, never by people. The signature is checked over the bytes as they came, before anything ' +
      'is read. 200 means that everything in it is on the disk; after any other answer the platform may send it again.',
    permission: 'public',
    params: Type.Object({ platform: Type.String({ description: 'The name of a platform that is set up here.' }) }),
    // A refused webhook may be lost, so the limit is far above what platforms send.
    raw: { mostBytes: 16 * 1024 * 1024 },
    answer: { status: 200, schema: Received },
    errors: ['webhook-refused', 'not-found', 'internal', 'unavailable'],
  },
})
