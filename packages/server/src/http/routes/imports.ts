import {
  changeImport,
  getImport,
  listImports,
  listUnreadLines,
  moveImport,
  previewUndo,
} from '../../actions/imports/channel-imports.ts'
import { uploadImport } from '../../actions/imports/upload-import.ts'
import type { AppDeps } from '../app-deps.ts'
import type { Handlers } from '../handlers.ts'
import { sendTable } from '../sending/send-table.ts'

type Names =
  | 'listImports'
  | 'uploadImport'
  | 'getImport'
  | 'downloadUnreadLines'
  | 'changeImport'
  | 'commitImport'
  | 'previewUndo'
  | 'undoImport'
  | 'deleteImport'

export function importHandlers(deps: AppDeps): Handlers<Names> {
  return {
    listImports: ({ grant }) => listImports(deps, grant),
    async uploadImport({ grant, params, query, file, reply }) {
      const uploaded = await uploadImport(deps, grant, query.fileName ?? 'chat-history', file)
      reply.header('location', `/api/channels/${encodeURIComponent(params.channelId)}/imports/${uploaded.number}`)
      return uploaded
    },
    getImport: ({ grant, params }) => getImport(deps, grant, params.number),
    async downloadUnreadLines({ grant, params, request, reply }) {
      const { fileName, table } = await listUnreadLines(deps, grant, params.number)
      return await sendTable({ request, reply }, fileName, table)
    },
    changeImport: ({ grant, params, body }) => changeImport(deps, grant, params.number, body),
    commitImport: ({ grant, params }) => moveImport(deps, grant, params.number, 'commit'),
    previewUndo: ({ grant, params }) => previewUndo(deps, grant, params.number),
    undoImport: ({ grant, params }) => moveImport(deps, grant, params.number, 'undo'),
    deleteImport: ({ grant, params }) => moveImport(deps, grant, params.number, 'drop'),
  }
}
