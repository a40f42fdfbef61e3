import { defineRoutes } from '../route.ts'
import { Type } from '../schema.ts'
import { channelId } from '../schemas/channels.ts'
import {
  ChannelImport,
  ImportChoicesChange,
  ImportDetail,
  ImportList,
  longestFileName,
  UndoPreview,
} from '../schemas/imports.ts'

const params = Type.Object({
  channelId,
  number: Type.String({ description: 'Number of the import.', examples: ['1'] }),
})

/** Chat histories that people exported from their phones, merged with what is here. */
export const importRoutes = defineRoutes({
  listImports: {
    method: 'GET',
    path: '/api/channels/:channelId/imports',
    tag: 'Backup',
    summary: 'List imports',
    description: 'Returns all imports of the channel with their counts, including those that were undone or deleted.',
    permission: 'owner',
    params: Type.Object({ channelId }),
    answer: { status: 200, schema: ImportList },
  },
  uploadImport: {
    method: 'POST',
    path: '/api/channels/:channelId/imports',
    tag: 'Backup',
    summary: 'Upload a chat history',
    description:
      'The body is the file itself. Formats: what LINE and WhatsApp export as text, `result.json` of Telegram Desktop, JSON of ' +
      'DiscordChatExporter, exports of Slack, and `messages.jsonl` of our own export. WhatsApp and Slack can be ZIP files. The file ' +
      'is then read, which takes seconds. Read the import until its `state` is `ready` or `refused`. Nothing is added before ' +
      'you commit it. The operator limits the size of a file (`INNKEEPER_IMPORT_LIMIT`). A channel can have five ' +
      'imports that haven’t ended.',
    permission: 'owner',
    subscriber: true,
    cost: 'upload',
    params: Type.Object({ channelId }),
    query: Type.Object(
      {
        fileName: Type.Optional(
          Type.String({
            minLength: 1,
            maxLength: longestFileName,
            default: 'chat-history',
            description: 'Shown in the list. The format is recognized by the content.',
          }),
        ),
      },
      { additionalProperties: false },
    ),
    upload: true,
    answer: { status: 201, schema: ChannelImport, headers: { Location: 'Path of the import.' } },
    errors: ['import-conflict'],
  },
  getImport: {
    method: 'GET',
    path: '/api/channels/:channelId/imports/:number',
    tag: 'Backup',
    summary: 'Get an import with its preview',
    description:
      'While the state is `ready` or `writing`, it contains the preview: who is who, the time zone, samples of messages, lines that ' +
      'could not be read, and known gaps that it would close. Once it has ended, only counts are left.',
    permission: 'owner',
    subscriber: true,
    params,
    answer: { status: 200, schema: ImportDetail },
    errors: ['import-not-found'],
  },
  downloadUnreadLines: {
    method: 'GET',
    path: '/api/channels/:channelId/imports/:number/unread',
    tag: 'Backup',
    summary: 'Download the list of unread lines',
    description:
      'A table with the columns `line`, `lines` and `reason`, as in `unreadLines` of the preview, with a row for every place in the ' +
      'file that could not be read. The file is read while the list is sent. Works only while the file is kept: in the states ' +
      '`reading`, `ready`, `refused` and `writing`.',
    permission: 'owner',
    subscriber: true,
    cost: 'export',
    params,
    answer: {
      status: 200,
      media: ['text/csv'],
      headers: { 'Content-Disposition': 'Always `attachment`, with a file name.' },
    },
    errors: ['import-not-found', 'import-conflict'],
  },
  changeImport: {
    method: 'PUT',
    path: '/api/channels/:channelId/imports/:number/choices',
    tag: 'Backup',
    summary: 'Change the choices of an import',
    description:
      'Decides who is who, the time zone and what else the preview shows or asks. The file is then read again. Only before the ' +
      'import is committed.',
    permission: 'owner',
    subscriber: true,
    params,
    body: ImportChoicesChange,
    answer: { status: 200, schema: ImportDetail },
    errors: ['import-not-found', 'import-conflict'],
  },
  commitImport: {
    method: 'POST',
    path: '/api/channels/:channelId/imports/:number/commit',
    tag: 'Backup',
    summary: 'Commit an import',
    description:
      'Begins to add what is missing. The file is compared once more, because messages may have arrived since the preview. ' +
      'Imported messages cause no answers, notifications or live events, and are not counted as usage. When all are added, ' +
      'live streams get one `reset`. A channel writes or undoes one import at a time.',
    permission: 'owner',
    params,
    answer: { status: 200, schema: ChannelImport },
    errors: ['import-not-found', 'import-conflict'],
  },
  previewUndo: {
    method: 'GET',
    path: '/api/channels/:channelId/imports/:number/undo',
    tag: 'Backup',
    summary: 'Preview undoing an import',
    description:
      'Returns exactly how many messages undoing this import would remove, and how many would stay because another import ' +
      'contains them, too. Only for imports in the state `done`. Needs no subscription.',
    permission: 'owner',
    params,
    answer: { status: 200, schema: UndoPreview },
    errors: ['import-not-found', 'import-conflict'],
  },
  undoImport: {
    method: 'POST',
    path: '/api/channels/:channelId/imports/:number/undo',
    tag: 'Backup',
    summary: 'Undo an import',
    description:
      'Begins to remove what this import added and no other import contains. Then the channel is as if this import had never ' +
      'been made, and live streams get one `reset`. Needs no subscription.',
    permission: 'owner',
    params,
    answer: { status: 200, schema: ChannelImport },
    errors: ['import-not-found', 'import-conflict'],
  },
  deleteImport: {
    method: 'DELETE',
    path: '/api/channels/:channelId/imports/:number',
    tag: 'Backup',
    summary: 'Delete an import before it is written',
    description:
      'Deletes the file and its preview. Nothing was added. An import that was committed can only be undone.',
    permission: 'owner',
    params,
    answer: { status: 200, schema: ChannelImport },
    errors: ['import-not-found', 'import-conflict'],
  },
})
