import { Type } from 'typebox'
import { defineRoutes } from '../route.ts'
import {
  AssistantConfig,
  AssistantConfigChange,
  GroupRules,
  GroupRulesChange,
  Welcome,
  WelcomeChange,
} from '../schemas/assistant.ts'
import { channelId } from '../schemas/channel.ts'
import { cursor, pageSize, success } from '../schemas/primitives.ts'
import { NewRule, Rule, RuleChange, RuleList } from '../schemas/rule.ts'

const params = Type.Object({ channelId })
const ruleParams = Type.Object({ channelId, qaId: Type.String({ description: "The rule's id." }) })

export const assistantRoutes = defineRoutes({
  getAssistantConfig: {
    method: 'GET',
    path: '/api/channels/:channelId/assistant/config',
    tag: 'Assistant',
    summary: 'Read the assistant configuration',
    permission: 'member',
    params,
    answer: { status: 200, schema: AssistantConfig },
  },
  changeAssistantConfig: {
    method: 'PUT',
    path: '/api/channels/:channelId/assistant/config',
    tag: 'Assistant',
    summary: 'Change the assistant configuration',
    description:
      'Changes the members it names and answers the whole object. Switching to `regex` while a stored keyword is no ' +
      'valid pattern is refused, naming the rule.',
    permission: 'admin',
    params,
    body: AssistantConfigChange,
    answer: { status: 200, schema: AssistantConfig },
  },
  listRules: {
    method: 'GET',
    path: '/api/channels/:channelId/assistant/qa',
    tag: 'Assistant',
    summary: 'List rules of reply',
    description: 'By priority, then age. All of them, or a page where `limit` or `cursor` is given.',
    permission: 'member',
    params,
    query: Type.Object(
      { limit: Type.Optional(pageSize), cursor: Type.Optional(cursor) },
      { additionalProperties: false },
    ),
    answer: { status: 200, schema: RuleList },
  },
  createRule: {
    method: 'POST',
    path: '/api/channels/:channelId/assistant/qa',
    tag: 'Assistant',
    summary: 'Make a rule of reply',
    description: 'At most 10,000 rules a channel, and 200 patterns in `regex` mode.',
    permission: 'admin',
    params,
    body: NewRule,
    answer: { status: 201, schema: Rule, headers: { Location: 'Path of the new rule.' } },
  },
  getRule: {
    method: 'GET',
    path: '/api/channels/:channelId/assistant/qa/:qaId',
    tag: 'Assistant',
    summary: 'Read a rule of reply',
    permission: 'member',
    params: ruleParams,
    answer: { status: 200, schema: Rule },
    errors: ['rule-not-found'],
  },
  updateRule: {
    method: 'PUT',
    path: '/api/channels/:channelId/assistant/qa/:qaId',
    tag: 'Assistant',
    summary: 'Change a rule of reply',
    description: 'Changes the members it names and answers the whole rule.',
    permission: 'admin',
    params: ruleParams,
    body: RuleChange,
    answer: { status: 200, schema: Rule },
    errors: ['rule-not-found'],
  },
  deleteRule: {
    method: 'DELETE',
    path: '/api/channels/:channelId/assistant/qa/:qaId',
    tag: 'Assistant',
    summary: 'Delete a rule of reply',
    permission: 'admin',
    params: ruleParams,
    answer: { status: 200, schema: success },
    errors: ['rule-not-found'],
  },
  getWelcome: {
    method: 'GET',
    path: '/api/channels/:channelId/assistant/welcome',
    tag: 'Assistant',
    summary: 'Read the welcome message',
    permission: 'member',
    params,
    answer: { status: 200, schema: Welcome },
  },
  changeWelcome: {
    method: 'PUT',
    path: '/api/channels/:channelId/assistant/welcome',
    tag: 'Assistant',
    summary: 'Change the welcome message',
    permission: 'admin',
    params,
    body: WelcomeChange,
    answer: { status: 200, schema: Welcome },
  },
  getGroupRules: {
    method: 'GET',
    path: '/api/channels/:channelId/assistant/rules',
    tag: 'Assistant',
    summary: 'Read the group rules',
    permission: 'member',
    params,
    answer: { status: 200, schema: GroupRules },
  },
  changeGroupRules: {
    method: 'PUT',
    path: '/api/channels/:channelId/assistant/rules',
    tag: 'Assistant',
    summary: 'Change the group rules',
    permission: 'admin',
    params,
    body: GroupRulesChange,
    answer: { status: 200, schema: GroupRules },
  },
})
