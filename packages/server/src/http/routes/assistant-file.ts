import { exportAssistant, exportRules } from '../../actions/assistant/assistant-file.ts'
import { importAssistant, restoreAssistantVersion } from '../../actions/assistant/assistant-import.ts'
import {
  getAssistantVersion,
  labelAssistantVersion,
  listAssistantVersions,
} from '../../actions/assistant/assistant-versions.ts'
import type { AppDeps } from '../app-deps.ts'
import type { Handlers } from '../handlers.ts'

type Names =
  | 'exportAssistant'
  | 'exportRules'
  | 'importAssistant'
  | 'listAssistantVersions'
  | 'getAssistantVersion'
  | 'labelAssistantVersion'
  | 'restoreAssistantVersion'

export function assistantFileHandlers(deps: AppDeps): Handlers<Names> {
  return {
    exportAssistant: ({ grant }) => exportAssistant(deps, grant),
    async exportRules({ grant, reply }) {
      const csv = await exportRules(deps, grant)
      return reply
        .header('content-type', 'text/csv; charset=utf-8')
        .header('content-disposition', 'attachment; filename="rules.csv"')
        .send(csv)
    },
    importAssistant: ({ grant, body }) => importAssistant(deps, grant, body),
    listAssistantVersions: ({ grant, query }) => listAssistantVersions(deps, grant, query),
    getAssistantVersion: ({ grant, params }) => getAssistantVersion(deps, grant, params.version),
    labelAssistantVersion: ({ grant, params, body }) => labelAssistantVersion(deps, grant, params.version, body),
    restoreAssistantVersion: ({ grant, params, body }) => restoreAssistantVersion(deps, grant, params.version, body),
  }
}
