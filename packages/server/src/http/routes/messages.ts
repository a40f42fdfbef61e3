import { listDays } from '../../actions/messages/days.ts'
import { getLedger } from '../../actions/messages/ledger.ts'
import { getMessage, listMessages } from '../../actions/messages/messages.ts'
import { getOnThisDay } from '../../actions/messages/on-this-day.ts'
import {
  deleteBookmark,
  getReadPosition,
  listBookmarks,
  saveBookmark,
  setReadPosition,
} from '../../actions/messages/reading.ts'
import { getSubscription, subscribe, unsubscribe } from '../../actions/messages/subscription.ts'
import { getTimeline } from '../../actions/messages/timeline-page.ts'
import { listVersions } from '../../actions/messages/versions.ts'
import type { AppDeps } from '../app-deps.ts'
import { done, type Handlers } from '../handlers.ts'

type Names =
  | 'getSubscription'
  | 'subscribe'
  | 'unsubscribe'
  | 'listMessages'
  | 'getMessage'
  | 'listVersions'
  | 'getTimeline'
  | 'listDays'
  | 'getLedger'
  | 'getOnThisDay'
  | 'getReadPosition'
  | 'setReadPosition'
  | 'listBookmarks'
  | 'saveBookmark'
  | 'deleteBookmark'

export function messageHandlers(deps: AppDeps): Handlers<Names> {
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
    getTimeline: ({ grant, query }) => getTimeline(deps, grant, query),
    listDays: ({ grant, query }) => listDays(deps, grant, query),
    getLedger: ({ grant, query }) => getLedger(deps, grant, query),
    getOnThisDay: ({ grant, query }) => getOnThisDay(deps, grant, query),
    getReadPosition: ({ grant }) => getReadPosition(deps, grant),
    setReadPosition: ({ grant, body }) => setReadPosition(deps, grant, body),
    listBookmarks: ({ grant }) => listBookmarks(deps, grant),
    saveBookmark: ({ grant, params, body }) => saveBookmark(deps, grant, params.messageId, body),
    async deleteBookmark({ grant, params }) {
      await deleteBookmark(deps, grant, params.messageId)
      return done
    },
  }
}
