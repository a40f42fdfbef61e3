import { defineRoutes } from '../route.ts'
import { Type } from '../schema.ts'
import { success } from '../schemas/primitives.ts'
import { OperatorLog, ServiceSettingChanges, ServiceSettingList } from '../schemas/service-settings.ts'
import { OperatorReport } from '../schemas/storage.ts'

export const storageRoutes = defineRoutes({
  getOperatorReport: {
    method: 'GET',
    path: '/api/operator',
    tag: 'Operator',
    summary: 'Get the service status',
    description:
      'Returns connections, jobs, files, sizes, growth and warnings. Needs operator rights: sign in with the operator ' +
      'account, or create a key on the server (`./innkeeper keys create --user <id> --operator`). Operator ' +
      "rights don't give access to any channel.",
    permission: 'operator',
    answer: { status: 200, schema: OperatorReport },
  },
  listServiceSettings: {
    method: 'GET',
    path: '/api/operator/settings',
    tag: 'Operator',
    summary: 'List the settings of the service',
    description:
      'Returns the settings that can be changed in the browser, and where each value comes from. Values of secrets are never ' +
      'returned.',
    permission: 'operator',
    answer: { status: 200, schema: ServiceSettingList },
  },
  saveServiceSettings: {
    method: 'PUT',
    path: '/api/operator/settings',
    tag: 'Operator',
    summary: 'Change settings of the service',
    description:
      'Saves all changes or none. Settings from the environment or the command line are rejected. Secrets are encrypted with a key ' +
      'that is not in the database. Settings with `isLive` take effect at once, on other nodes within seconds. The ' +
      'others take effect when the service is restarted (`needsRestart`). Recorded in the operator log.',
    permission: 'operator',
    body: ServiceSettingChanges,
    answer: { status: 200, schema: ServiceSettingList },
    errors: ['unavailable'],
  },
  listOperatorLog: {
    method: 'GET',
    path: '/api/operator/log',
    tag: 'Operator',
    summary: 'List what operators did',
    description: 'Returns the latest 200 entries, newest first. Values of settings are never part of it.',
    permission: 'operator',
    answer: { status: 200, schema: OperatorLog },
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
