import { listConflicts } from '../../actions/assistant/conflicts.ts'
import { explain } from '../../actions/assistant/explain.ts'
import { replayAssistant } from '../../actions/assistant/replay.ts'
import { listSends } from '../../actions/assistant/send-log.ts'
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
