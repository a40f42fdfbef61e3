import {
  changeAssistantConfig,
  changeGroupRules,
  changeWelcome,
  createRule,
  deleteRule,
  getAssistantConfig,
  getGroupRules,
  getRule,
  getWelcome,
  listRules,
  restoreRule,
  updateRule,
} from '../../actions/assistant/assistant.ts'
import { exportAssistant, exportRules } from '../../actions/assistant/assistant-file.ts'
import { importAssistant, restoreAssistantVersion } from '../../actions/assistant/assistant-import.ts'
import {
  getAssistantVersion,
  labelAssistantVersion,
  listAssistantVersions,
} from '../../actions/assistant/assistant-versions.ts'
import { listConflicts } from '../../actions/assistant/conflicts.ts'
import { explain } from '../../actions/assistant/explain.ts'
import { replayAssistant } from '../../actions/assistant/replay.ts'
import { uploadRulePicture } from '../../actions/assistant/rule-pictures.ts'
import { listSends } from '../../actions/assistant/send-log.ts'
import { listUnanswered } from '../../actions/assistant/unanswered.ts'
import type { AppDeps } from '../app-deps.ts'
import { done, type Handlers } from '../handlers.ts'

type Names =
  | 'getAssistantConfig'
  | 'changeAssistantConfig'
  | 'listRules'
  | 'createRule'
  | 'getRule'
  | 'updateRule'
  | 'deleteRule'
  | 'restoreRule'
  | 'uploadRulePicture'
  | 'getWelcome'
  | 'changeWelcome'
  | 'getGroupRules'
  | 'changeGroupRules'
  | 'exportAssistant'
  | 'exportRules'
  | 'importAssistant'
  | 'listAssistantVersions'
  | 'getAssistantVersion'
  | 'labelAssistantVersion'
  | 'restoreAssistantVersion'
  | 'explainAnswer'
  | 'replayAssistant'
  | 'listConflicts'
  | 'listUnanswered'
  | 'listSends'

export function assistantHandlers(deps: AppDeps): Handlers<Names> {
  return {
    getAssistantConfig: ({ grant }) => getAssistantConfig(deps, grant),
    changeAssistantConfig: ({ grant, body, ifMatch }) => changeAssistantConfig(deps, grant, body, ifMatch),
    listRules: ({ grant, query }) => listRules(deps, grant, query),
    async createRule({ grant, body, reply }) {
      const rule = await createRule(deps, grant, body)
      reply.header('location', `/api/channels/${encodeURIComponent(grant.channelId)}/assistant/qa/${rule.id}`)
      return rule
    },
    getRule: ({ grant, params }) => getRule(deps, grant, params.qaId),
    updateRule: ({ grant, params, body, ifMatch }) => updateRule(deps, grant, params.qaId, body, ifMatch),
    async deleteRule({ grant, params, ifMatch }) {
      await deleteRule(deps, grant, params.qaId, ifMatch)
      return done
    },
    restoreRule: ({ grant, params }) => restoreRule(deps, grant, params.qaId),
    uploadRulePicture: ({ grant, body }) => uploadRulePicture(deps, grant, body),
    getWelcome: ({ grant }) => getWelcome(deps, grant),
    changeWelcome: ({ grant, body, ifMatch }) => changeWelcome(deps, grant, body, ifMatch),
    getGroupRules: ({ grant }) => getGroupRules(deps, grant),
    changeGroupRules: ({ grant, body, ifMatch }) => changeGroupRules(deps, grant, body, ifMatch),
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
    explainAnswer: ({ grant, body }) => explain(deps, grant, body),
    replayAssistant: ({ grant, body }) => replayAssistant(deps, grant, body),
    listConflicts: ({ grant, body }) => listConflicts(deps, grant, body),
    listUnanswered: ({ grant, query }) => listUnanswered(deps, grant, query),
    listSends: ({ grant, query }) => listSends(deps, grant, query),
  }
}
