import {
  changeSettings,
  deleteChannel,
  getChannel,
  getSettings,
  listAudit,
  listChannels,
  setStatus,
} from '../../actions/channels/channels.ts'
import { previewRetention } from '../../actions/messages/preview-retention.ts'
import { getOverview } from '../../actions/usage/overview.ts'
import type { AppDeps } from '../app-deps.ts'
import { done, type Handlers } from '../handlers.ts'

type Names =
  | 'listChannels'
  | 'getChannel'
  | 'deleteChannel'
  | 'setStatus'
  | 'getSettings'
  | 'changeSettings'
  | 'previewRetention'
  | 'listAudit'
  | 'getOverview'

export function channelHandlers(deps: AppDeps): Handlers<Names> {
  return {
    listChannels: ({ grant, query }) => listChannels(deps, grant, query),
    getChannel: ({ grant }) => getChannel(deps, grant),
    deleteChannel: ({ grant, body }) => deleteChannel(deps, grant, body),
    async setStatus({ grant, body }) {
      await setStatus(deps, grant, body)
      return done
    },
    getSettings: ({ grant }) => getSettings(deps, grant),
    changeSettings: ({ grant, body, ifMatch }) => changeSettings(deps, grant, body, ifMatch),
    previewRetention: ({ grant, query }) => previewRetention(deps, grant, query),
    listAudit: ({ grant, query }) => listAudit(deps, grant, query),
    getOverview: ({ grant }) => getOverview(deps, grant),
  }
}
