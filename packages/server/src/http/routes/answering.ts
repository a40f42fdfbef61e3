import { listConflicts } from '../../actions/conflicts.ts'
import { explain } from '../../actions/explain.ts'
import { replayAssistant } from '../../actions/replay.ts'
import { listSends } from '../../actions/send-log.ts'
import type { AppDeps } from '../app-deps.ts'
import type { Handlers } from '../handlers.ts'

type Names = 'explainAnswer' | 'replayAssistant' | 'listConflicts' | 'listSends'

export function answeringHandlers(deps: AppDeps): Handlers<Names> {
  return {
    explainAnswer: ({ grant, body }) => explain(deps, grant, body),
    replayAssistant: ({ grant, body }) => replayAssistant(deps, grant, body),
    listConflicts: ({ grant, body }) => listConflicts(deps, grant, body),
    listSends: ({ grant, query }) => listSends(deps, grant, query),
  }
}
