import { listGallery } from '../../actions/media/gallery.ts'
import { bundleFiles } from '../../actions/media/zip.ts'
import { listDays } from '../../actions/messages/days.ts'
import { getTimeline } from '../../actions/messages/timeline-page.ts'
import { getOverview } from '../../actions/usage/overview.ts'
import type { AppDeps } from '../app-deps.ts'
import type { Gate } from '../gate.ts'
import type { Handlers } from '../handlers.ts'
import { sendEvents } from '../sending/send-events.ts'
import { sendZip } from '../sending/send-zip.ts'

type Names =
  | 'getOverview'
  | 'getTimeline'
  | 'listDays'
  | 'searchMessages'
  | 'listGallery'
  | 'downloadZip'
  | 'watchChannel'

export function readingHandlers(deps: AppDeps, gate: Gate): Handlers<Names> {
  return {
    getOverview: ({ grant }) => getOverview(deps, grant),
    getTimeline: ({ grant, query }) => getTimeline(deps, grant, query),
    listDays: ({ grant, query }) => listDays(deps, grant, query),
    searchMessages: ({ grant, query }) => deps.search(grant, query),
    listGallery: ({ grant, query }) => listGallery(deps, grant, query),
    downloadZip: async ({ grant, body, ...call }) => sendZip(deps.log, call, await bundleFiles(deps, grant, body.ids)),
    watchChannel: (call) => sendEvents(deps.live, gate, call),
  }
}
