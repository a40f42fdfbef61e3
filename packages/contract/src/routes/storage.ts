import { defineRoutes } from '../route.ts'
import { Type } from '../schema.ts'
import { success } from '../schemas/primitives.ts'
import { OperatorReport } from '../schemas/storage.ts'

export const storageRoutes = defineRoutes({
  getOperatorReport: {
    method: 'GET',
    path: '/api/operator',
    tag: 'Operator',
    summary: 'Get the service status',
    description:
      'Returns connections, jobs, files, sizes, growth and warnings. Needs a key with operator rights, which you create on ' +
      "the server (`./innkeeper keys create --user <id> --operator`). Operator rights don't give access to any channel.",
    permission: 'operator',
    answer: { status: 200, schema: OperatorReport },
  },
  retryJob: {
    method: 'POST',
    path: '/api/operator/jobs/:jobId/retry',
    tag: 'Operator',
    summary: 'Retry a failed job',
    description: "Makes the job due at once, with all its attempts. Recorded in the channel's audit log.",
    permission: 'operator',
    params: Type.Object({ jobId: Type.String({ description: '`id` of a failed job with `canRetry`.' }) }),
    answer: { status: 200, schema: success },
    errors: ['job-not-found'],
  },
})
