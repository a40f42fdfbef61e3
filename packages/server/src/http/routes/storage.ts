import { retryJob } from '../../actions/storage/operator-report.ts'
import { listOperatorLog, listServiceSettings, saveServiceSettings } from '../../actions/storage/service-settings.ts'
import type { AppDeps } from '../app-deps.ts'
import { done, type Handlers } from '../handlers.ts'

type Names = 'getOperatorReport' | 'retryJob' | 'listServiceSettings' | 'saveServiceSettings' | 'listOperatorLog'

export function storageHandlers(deps: AppDeps): Handlers<Names> {
  return {
    getOperatorReport: ({ grant }) => deps.operatorReports.get(grant),
    listServiceSettings: () => listServiceSettings(deps),
    saveServiceSettings: ({ grant, body }) => saveServiceSettings(deps, grant, body),
    listOperatorLog: () => listOperatorLog(deps),
    async retryJob({ grant, params }) {
      await retryJob(deps, grant, params.jobId)
      return done
    },
  }
}
