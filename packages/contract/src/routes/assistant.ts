import { defineRoutes } from '../route.ts'
import { Type } from '../schema.ts'
import {
  ConflictReport,
  ConflictSearch,
  Explain,
  Explanation,
  Replay,
  ReplayReport,
  SendLog,
  sendStates,
} from '../schemas/assistant/answering.ts'
import {
  AssistantConfig,
  AssistantConfigChange,
  GroupRules,
  GroupRulesChange,
  Welcome,
  WelcomeChange,
} from '../schemas/assistant/config.ts'
import {
  AssistantFile,
  AssistantImport,
  AssistantVersion,
  AssistantVersionEntry,
  AssistantVersionPage,
  ImportReport,
  VersionLabel,
  VersionRestore,
} from '../schemas/assistant/files.ts'
import { NewRule, Rule, RuleChange, RuleList } from '../schemas/assistant/rules.ts'
import { channelId } from '../schemas/channels.ts'
import { cursor, pageSize, success, word } from '../schemas/primitives.ts'

const params = Type.Object({ channelId })
const ruleParams = Type.Object({ channelId, qaId: Type.String({ description: "The rule's id." }) })
const versionParams = Type.Object({
  channelId,
  version: Type.String({ description: "The version's number.", examples: ['7'] }),
})

export const assistantRoutes = defineRoutes({
  getAssistantConfig: {
    method: 'GET',
    path: '/api/channels/:channelId/assistant/config',
    tag: 'Assistant',
    summary: 'Read the assistant configuration',
    permission: 'member',
    edition: true,
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
    edition: true,
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
    edition: true,
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
    edition: true,
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
    edition: true,
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
    edition: true,
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
    edition: true,
    params,
    answer: { status: 200, schema: Welcome },
  },
  changeWelcome: {
    method: 'PUT',
    path: '/api/channels/:channelId/assistant/welcome',
    tag: 'Assistant',
    summary: 'Change the welcome message',
    permission: 'admin',
    edition: true,
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
    edition: true,
    params,
    answer: { status: 200, schema: GroupRules },
  },
  changeGroupRules: {
    method: 'PUT',
    path: '/api/channels/:channelId/assistant/rules',
    tag: 'Assistant',
    summary: 'Change the group rules',
    permission: 'admin',
    edition: true,
    params,
    body: GroupRulesChange,
    answer: { status: 200, schema: GroupRules },
  },
})

/** A channel's whole assistant as a file, and its versions. */
export const assistantFileRoutes = defineRoutes({
  exportAssistant: {
    method: 'GET',
    path: '/api/channels/:channelId/assistant/export',
    tag: 'Assistant',
    summary: 'Export the whole assistant',
    description: 'As it can be imported, in the same channel or another. The same assistant is the same bytes.',
    permission: 'member',
    cost: 'report',
    params,
    answer: { status: 200, schema: AssistantFile },
  },
  exportRules: {
    method: 'GET',
    path: '/api/channels/:channelId/assistant/export.csv',
    tag: 'Assistant',
    summary: 'Export the rules of reply as comma-separated values',
    description:
      'A table for spreadsheets, in UTF-8. Several keywords or answers stand one a line in their cell, or as a JSON list where ' +
      'one holds a line break; schedule and quick replies as JSON. A cell that a spreadsheet would take for a formula begins ' +
      "with ', which importing takes away.",
    permission: 'member',
    cost: 'report',
    params,
    answer: { status: 200, media: ['text/csv'] },
  },
  importAssistant: {
    method: 'POST',
    path: '/api/channels/:channelId/assistant/import',
    tag: 'Assistant',
    summary: 'Import an assistant, or rules',
    description:
      'All of it or nothing. With `dryRun` nothing is written and the answer says what would change. A rule with the id of one ' +
      'there is changes that one; any other becomes new and keeps its id. A rule without an id is one with the same ' +
      'keywords, question and answer, or the only one with its question; otherwise it is new. In a rule that is there, members left ' +
      'out stay. One import at a time for each channel and each person, dry runs included; another one gets 429.',
    permission: 'admin',
    cost: 'import',
    params,
    body: AssistantImport,
    ifTooLarge: 'import the rules in parts with mode merge, or with the command innkeeper assistant import',
    answer: { status: 200, schema: ImportReport },
  },
  listAssistantVersions: {
    method: 'GET',
    path: '/api/channels/:channelId/assistant/versions',
    tag: 'Assistant',
    summary: 'List the versions of the assistant',
    description:
      'Every change makes one. Newest first. When there are too many, the oldest ones without a name are thinned out.',
    permission: 'member',
    params,
    query: Type.Object(
      { limit: Type.Optional(pageSize), cursor: Type.Optional(cursor) },
      { additionalProperties: false },
    ),
    answer: { status: 200, schema: AssistantVersionPage },
  },
  getAssistantVersion: {
    method: 'GET',
    path: '/api/channels/:channelId/assistant/versions/:version',
    tag: 'Assistant',
    summary: 'Read a version of the assistant',
    description: 'What it changed, and the whole assistant as it was then.',
    permission: 'member',
    params: versionParams,
    answer: { status: 200, schema: AssistantVersion },
    errors: ['version-not-found'],
  },
  labelAssistantVersion: {
    method: 'PUT',
    path: '/api/channels/:channelId/assistant/versions/:version',
    tag: 'Assistant',
    summary: 'Name a version of the assistant',
    description:
      'A version with a name is never thinned out. At most 20 versions of a channel can have one at the same time.',
    permission: 'admin',
    params: versionParams,
    body: VersionLabel,
    answer: { status: 200, schema: AssistantVersionEntry },
    errors: ['version-not-found'],
  },
  restoreAssistantVersion: {
    method: 'POST',
    path: '/api/channels/:channelId/assistant/versions/:version/restore',
    tag: 'Assistant',
    summary: 'Restore a version of the assistant',
    description: 'Makes the assistant as it was then. That is a change too, and makes a new version.',
    permission: 'admin',
    cost: 'import',
    params: versionParams,
    body: VersionRestore,
    bodyIsOptional: true,
    answer: { status: 200, schema: ImportReport },
    errors: ['version-not-found'],
  },
})

/** Why the bot answers: what it says, said, or would have said. */
export const answeringRoutes = defineRoutes({
  explainAnswer: {
    method: 'POST',
    path: '/api/channels/:channelId/assistant/explain',
    tag: 'Assistant',
    summary: 'Explain why a message is answered or not',
    description:
      'For each rule whether it matched, and what stopped it, by the assistant as it is now. Sends nothing. A message of the ' +
      'backup needs a subscription; it is looked at as it was said at first, at the time it was said, with the cooldowns of then. ' +
      'A typed text is looked at as if the caller said it now, and needs the role of an admin.',
    permission: 'member',
    readsOnly: true,
    cost: 'trial',
    params,
    body: Explain,
    answer: { status: 200, schema: Explanation },
    errors: ['not-a-subscriber', 'message-not-found'],
  },
  replayAssistant: {
    method: 'POST',
    path: '/api/channels/:channelId/assistant/replay',
    tag: 'Assistant',
    summary: 'Try a draft on past messages',
    description:
      'Runs a rule or a whole assistant over the backup as if it had been in force, cooldowns and schedules included, on the ' +
      "messages' own times and as they were said at first. Sends nothing, and takes it that each could have been replied to. Whether the bot is silenced just now plays no part. " +
      'Of one person, and of one channel, one replay runs and one waits; more are refused with 429. After 30 seconds it ends with ' +
      '`isComplete: false`.',
    permission: 'admin',
    subscriber: true,
    readsOnly: true,
    cost: 'trial',
    params,
    body: Replay,
    answer: { status: 200, schema: ReplayReport },
  },
  listConflicts: {
    method: 'POST',
    path: '/api/channels/:channelId/assistant/conflicts',
    tag: 'Assistant',
    summary: 'Find rules that match the same messages',
    description:
      'Runs all rules that are switched on, or a draft among them, over the backup, and answers the pairs that match the same ' +
      'messages at times when both are in force. Cooldowns play no part. Shares one queue with replays and has their limits: of one ' +
      'person, and of one channel, one runs and one waits; after 30 seconds it ends with `isComplete: false`.',
    permission: 'admin',
    subscriber: true,
    readsOnly: true,
    cost: 'trial',
    params,
    body: ConflictSearch,
    answer: { status: 200, schema: ConflictReport },
  },
  listSends: {
    method: 'GET',
    path: '/api/channels/:channelId/assistant/log',
    tag: 'Assistant',
    summary: 'Read what the bot said',
    description:
      'Every send and how it ended, newest first; for as long as messages are kept, and as far back as the caller may read messages. A ' +
      'message that a rule may have answered, but for which no answer was found in time, is listed too.',
    permission: 'admin',
    cost: 'report',
    params,
    query: Type.Object(
      {
        state: Type.Optional(word(sendStates, { description: 'Only those in this state.' })),
        ruleId: Type.Optional(Type.String({ minLength: 1, description: 'Only answers of this rule.' })),
        messageId: Type.Optional(Type.String({ minLength: 1, description: 'Only answers to this message.' })),
        limit: Type.Optional(pageSize),
        cursor: Type.Optional(cursor),
      },
      { additionalProperties: false },
    ),
    answer: { status: 200, schema: SendLog },
  },
})
