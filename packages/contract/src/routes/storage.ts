import { defineRoutes } from '../route.ts'
import { Type } from '../schema.ts'
import { success } from '../schemas/primitives.ts'
import { OperatorReport } from '../schemas/storage.ts'

export const storageRoutes = defineRoutes({
  getOperatorReport: {
    method: 'GET',
    path: '/api/operator',
    tag: 'Operator',
    summary: 'How does the service fare?',
    description:
      'Connections, planned work, files, sizes, growth and what needs care. Operator rights are given to a key on the machine ' +
      'of the service (`./innkeeper keys create --user <id> --operator`) and open no channel.',
    permission: 'operator',
    answer: { status: 200, schema: OperatorReport },
  },
  retryJob: {
    method: 'POST',
    path: '/api/operator/jobs/:jobId/retry',
    tag: 'Operator',
    summary: 'Try a job again that was given up',
    description: 'It is due at once and has all its attempts before it. Stands in the audit log of its channel.',
    permission: 'operator',
    params: Type.Object({ jobId: Type.String({ description: '`id` of a buried job with `canRetry`.' }) }),
    answer: { status: 200, schema: success },
    errors: ['job-not-found'],
  },
})
