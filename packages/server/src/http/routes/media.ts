import { downloadMedia, getPreview, listMedia, viewMedia } from '../../actions/media/media.ts'
import { getMessage, listMessages } from '../../actions/messages/messages.ts'
import { getSubscription, subscribe, unsubscribe } from '../../actions/messages/subscription.ts'
import { listVersions } from '../../actions/messages/versions.ts'
import type { AppDeps } from '../app-deps.ts'
import { done, type Handlers } from '../handlers.ts'
import { conditionsOf, sendDownload } from '../sending/send-download.ts'

type Names =
  | 'getSubscription'
  | 'subscribe'
  | 'unsubscribe'
  | 'listMessages'
  | 'getMessage'
  | 'listVersions'
  | 'listMedia'
  | 'downloadMedia'
  | 'viewMedia'
  | 'getPreview'

export function backupHandlers(deps: AppDeps): Handlers<Names> {
  return {
    getSubscription: ({ grant }) => getSubscription(deps, grant),
    async subscribe({ grant }) {
      await subscribe(deps, grant)
      return done
    },
    async unsubscribe({ grant }) {
      await unsubscribe(deps, grant)
      return done
    },
    listMessages: ({ grant, query }) => listMessages(deps, grant, query),
    getMessage: ({ grant, params, query }) => getMessage(deps, grant, params.messageId, query),
    listVersions: ({ grant, params }) => listVersions(deps, grant, params.messageId),
    listMedia: ({ grant, query }) => listMedia(deps, grant, query),
    async downloadMedia(call) {
      const file = await downloadMedia(deps, call.grant, call.params.messageId, conditionsOf(call.request))
      return sendDownload(deps.log, call, file, { mayLead: call.query.redirect === '1' })
    },
    async viewMedia(call) {
      const file = await viewMedia(deps, call.grant, call.params.messageId, conditionsOf(call.request))
      return sendDownload(deps.log, call, file)
    },
    async getPreview(call) {
      const file = await getPreview(deps, call.grant, call.params.messageId, conditionsOf(call.request))
      return sendDownload(deps.log, call, file)
    },
  }
}
