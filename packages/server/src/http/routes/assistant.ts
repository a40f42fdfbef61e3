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
  updateRule,
} from '../../actions/assistant/assistant.ts'
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
  | 'getWelcome'
  | 'changeWelcome'
  | 'getGroupRules'
  | 'changeGroupRules'

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
    getWelcome: ({ grant }) => getWelcome(deps, grant),
    changeWelcome: ({ grant, body, ifMatch }) => changeWelcome(deps, grant, body, ifMatch),
    getGroupRules: ({ grant }) => getGroupRules(deps, grant),
    changeGroupRules: ({ grant, body, ifMatch }) => changeGroupRules(deps, grant, body, ifMatch),
  }
}
