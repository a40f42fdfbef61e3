import { retryJob } from '../../actions/storage/operator-report.ts'
import type { AppDeps } from '../app-deps.ts'
import { done, type Handlers } from '../handlers.ts'

type Names = 'getOperatorReport' | 'retryJob'

export function storageHandlers(deps: AppDeps): Handlers<Names> {
  return {
    getOperatorReport: ({ grant }) => deps.operatorReports.get(grant),
    async retryJob({ grant, params }) {
      await retryJob(deps, grant, params.jobId)
      return done
    },
  }
}
