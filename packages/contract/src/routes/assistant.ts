import { defineRoutes } from '../route.ts'
import { Type } from '../schema.ts'
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
import { NewRule, PictureUpload, Rule, RuleChange, RuleList, UploadedPicture } from '../schemas/assistant/rules.ts'
import { channelId } from '../schemas/channels.ts'
import { cursor, pageSize, success } from '../schemas/primitives.ts'

const params = Type.Object({ channelId })
const ruleParams = Type.Object({ channelId, qaId: Type.String({ description: 'ID of the rule.' }) })
const versionParams = Type.Object({
  channelId,
  version: Type.String({ description: 'Number of the version.', examples: ['7'] }),
})

export const assistantRoutes = defineRoutes({
  getAssistantConfig: {
    method: 'GET',
    path: '/api/channels/:channelId/assistant/config',
    tag: 'Assistant',
    summary: 'Get the assistant configuration',
    permission: 'member',
    edition: true,
    params,
    answer: { status: 200, schema: AssistantConfig },
  },
  changeAssistantConfig: {
    method: 'PUT',
    path: '/api/channels/:channelId/assistant/config',
    tag: 'Assistant',
    summary: 'Update the assistant configuration',
    description:
      "Changes the fields you send and returns the whole object. Switching to `regex` is rejected if a saved keyword isn't a " +
      'valid pattern. The error names the rule.',
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
    summary: 'List rules',
    description: 'Sorted by priority, then age. Returns all rules, or a page if you send `limit` or `cursor`.',
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
    summary: 'Create a rule',
    description: 'A channel can have at most 10,000 rules, and 200 patterns in `regex` mode.',
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
    summary: 'Get a rule',
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
    summary: 'Update a rule',
    description: 'Changes the fields you send and returns the whole rule.',
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
    summary: 'Delete a rule',
    permission: 'admin',
    edition: true,
    params: ruleParams,
    answer: { status: 200, schema: success },
    errors: ['rule-not-found'],
  },
  restoreRule: {
    method: 'POST',
    path: '/api/channels/:channelId/assistant/qa/:qaId/restore',
    tag: 'Assistant',
    summary: 'Restore a deleted rule',
    description:
      'Brings back a rule that was deleted in the last 24 hours, with its ID, author, age and hits. If the rule exists, it is ' +
      'returned as it is. After that time, restore a version instead.',
    permission: 'admin',
    params: ruleParams,
    answer: { status: 200, schema: Rule },
    errors: ['rule-not-found'],
  },
  uploadRulePicture: {
    method: 'POST',
    path: '/api/channels/:channelId/assistant/pictures',
    tag: 'Assistant',
    summary: 'Upload a picture for answers',
    description:
      'Saves a picture, and returns its address for the `picture` of a rule. The platform fetches it from there, so anyone who ' +
      'knows the address can see it, and the service needs a public https address. The picture is scaled to at most 1280 pixels ' +
      'and encoded again as JPEG or PNG, without metadata such as the location. A picture that no rule and no version uses is ' +
      'deleted after a day. A channel can have at most 200 pictures.',
    permission: 'admin',
    cost: 'import',
    params,
    body: PictureUpload,
    ifTooLarge: 'scale the picture down first',
    answer: { status: 201, schema: UploadedPicture },
  },
  getWelcome: {
    method: 'GET',
    path: '/api/channels/:channelId/assistant/welcome',
    tag: 'Assistant',
    summary: 'Get the welcome message',
    permission: 'member',
    edition: true,
    params,
    answer: { status: 200, schema: Welcome },
  },
  changeWelcome: {
    method: 'PUT',
    path: '/api/channels/:channelId/assistant/welcome',
    tag: 'Assistant',
    summary: 'Update the welcome message',
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
    summary: 'Get the group rules',
    permission: 'member',
    edition: true,
    params,
    answer: { status: 200, schema: GroupRules },
  },
  changeGroupRules: {
    method: 'PUT',
    path: '/api/channels/:channelId/assistant/rules',
    tag: 'Assistant',
    summary: 'Update the group rules',
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
    summary: 'Export the assistant',
    description:
      'Returns a file that you can import into this channel or another. The same assistant always returns the same bytes.',
    permission: 'member',
    cost: 'report',
    params,
    answer: { status: 200, schema: AssistantFile },
  },
  exportRules: {
    method: 'GET',
    path: '/api/channels/:channelId/assistant/export.csv',
    tag: 'Assistant',
    summary: 'Export rules as CSV',
    description:
      'A table for spreadsheets, in UTF-8. Several keywords or answers are on separate lines of their cell, or a JSON list if ' +
      'one of them would be split when read back. Schedules and quick replies are JSON. A cell that a spreadsheet would treat as a ' +
      "formula starts with `'`, which the import removes.",
    permission: 'member',
    cost: 'report',
    params,
    answer: { status: 200, media: ['text/csv'] },
  },
  importAssistant: {
    method: 'POST',
    path: '/api/channels/:channelId/assistant/import',
    tag: 'Assistant',
    summary: 'Import an assistant or rules',
    description:
      'Imports everything or nothing. With `dryRun`, nothing is saved, and the response shows what would change.\n\n' +
      'A rule with the ID of an existing rule changes that rule. A rule with any other ID is created with that ID. A rule without ' +
      'an ID is matched to the rule with the same keywords, question and answer, or to the only one with its question. Otherwise ' +
      "it's created. Fields that are missing in a matched rule stay as they are.\n\n" +
      'Each channel and each person can run one import at a time, including dry runs. Another one gets 429.',
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
    summary: 'List assistant versions',
    description:
      'Newest first. Every change creates a version. If there are too many, the oldest versions without a name are removed.',
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
    summary: 'Get an assistant version',
    description: 'Returns what it changed, and the whole assistant at that time.',
    permission: 'member',
    params: versionParams,
    answer: { status: 200, schema: AssistantVersion },
    errors: ['version-not-found'],
  },
  labelAssistantVersion: {
    method: 'PUT',
    path: '/api/channels/:channelId/assistant/versions/:version',
    tag: 'Assistant',
    summary: 'Name an assistant version',
    description: 'Named versions are never removed. A channel can have at most 20 of them.',
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
    summary: 'Restore an assistant version',
    description: 'Changes the assistant back to this version, which creates a new version.',
    permission: 'admin',
    cost: 'import',
    params: versionParams,
    body: VersionRestore,
    bodyIsOptional: true,
    answer: { status: 200, schema: ImportReport },
    errors: ['version-not-found'],
  },
})
