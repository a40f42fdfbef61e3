import { defineRoutes } from '../route.ts'
import { Type } from '../schema.ts'
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
import { channelId } from '../schemas/channels.ts'
import { cursor, pageSize } from '../schemas/primitives.ts'

const params = Type.Object({ channelId })
const versionParams = Type.Object({
  channelId,
  version: Type.String({ description: "The version's number.", examples: ['7'] }),
})

/** A channel's whole assistant as a file, and as it was before. */
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
