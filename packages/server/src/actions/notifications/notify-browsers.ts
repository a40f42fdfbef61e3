import { findFindings, nameFinding, type ServiceState } from '@innkeeper/contract/findings'
import type { Logger } from 'pino'
import { allowsChannel } from '../../domain/accounts/channel-limit.ts'
import { paceAfter } from '../../domain/notifications/pace.ts'
import { linkPath } from '../../domain/webhooks/link-path.ts'
import type { NotifiedResult } from '../../ports/commands/accounts.ts'
import type { ChannelNews, Notification, NotifiedBrowser, SendPush, ServerKey } from '../../ports/notifications.ts'
import type { Store } from '../../ports/store.ts'
import type { StoppedWebhook } from '../../ports/webhooks.ts'
import { createNewsReader, findMatches, type MatchDeps, type NewsReader } from './find-matches.ts'
import type { ServerKeys } from './server-key.ts'

export type NotifyDeps = MatchDeps & {
  store: Pick<
    Store,
    | 'listReadableChannels'
    | 'listSavedSearches'
    | 'listChanges'
    | 'listCandidatesAt'
    | 'listNotifiedBrowsers'
    | 'listChannelNews'
    | 'hasNotifiedOperator'
    | 'listServiceFindings'
    | 'listStoppedWebhooks'
    | 'write'
  >
  serverKeys: ServerKeys
  sendPush: SendPush
  readState(): Promise<ServiceState>
  log: Pick<Logger, 'warn'>
}

/** Browsers per round. Those that waited longest come first. */
const mostAtOnce = 500
/** A push service that doesn't answer holds up only a few. */
const sendersAtOnce = 8

/** One round: looks for what is new, and notifies those browsers that can be notified again. */
export async function notifyBrowsers(deps: NotifyDeps, signal: AbortSignal): Promise<void> {
  const { store, clock } = deps
  const browsers = await store.listNotifiedBrowsers(clock(), mostAtOnce)
  if (browsers.length === 0) return
  const news = Map.groupBy(await store.listChannelNews(browsers.map(({ key }) => key.id)), ({ keyId }) => keyId)
  const isOperators = browsers.some(({ key }) => key.isOperator)
  const findings = isOperators ? await store.listServiceFindings() : []
  const stopped = await store.listStoppedWebhooks([...new Set(browsers.map(({ userId }) => userId))])
  const serverKey = await deps.serverKeys.get()
  const newsReader = createNewsReader(deps)
  const results: NotifiedResult[] = []
  const next = browsers.values()
  const work = async () => {
    for (const browser of next) {
      if (signal.aborted) return
      const task = {
        browser,
        news: news.get(browser.key.id) ?? [],
        findings: countNew(findings, browser),
        stopped: findStopped(stopped, browser),
      }
      results.push(await notifyBrowser(deps, newsReader, serverKey, task))
    }
  }
  const ended = await Promise.allSettled(Array.from({ length: sendersAtOnce }, work))
  // What was sent is recorded even if something else failed, so that it isn't sent again.
  if (results.length > 0) await store.write<'record-notified'>({ kind: 'record-notified', browsers: results })
  for (const one of ended) if (one.status === 'rejected') throw one.reason
}

/** Looks for what needs an operator's attention. Someone who is told of it once isn't told again while it lasts. */
export async function noteFindings({ store, clock, readState }: NotifyDeps): Promise<void> {
  const at = clock()
  // Nobody would be told.
  if (!(await store.hasNotifiedOperator(at))) return
  const found = findFindings(await readState(), at).filter(({ level }) => level !== 'hint')
  await store.write<'note-findings'>({ kind: 'note-findings', at, findings: found.map(nameFinding) })
}

function countNew(findings: readonly { since: number }[], { key, findingsAt }: NotifiedBrowser): number {
  return key.isOperator ? findings.filter(({ since }) => since > findingsAt).length : 0
}

/** The first webhook of this person that turned itself off since they were last notified. */
function findStopped(stopped: readonly StoppedWebhook[], { userId, key, findingsAt }: NotifiedBrowser) {
  return stopped.find(
    (one) => one.userId === userId && allowsChannel(key.limit, one.channelNo) && one.offAt > findingsAt,
  )
}

type Task = {
  browser: NotifiedBrowser
  news: readonly ChannelNews[]
  findings: number
  stopped: StoppedWebhook | undefined
}

/** What wasn't accepted counts as not sent, and is part of the next attempt. */
async function notifyBrowser(
  deps: NotifyDeps,
  newsReader: NewsReader,
  serverKey: ServerKey,
  { browser, news, findings, stopped }: Task,
): Promise<NotifiedResult> {
  const keyId = browser.key.id
  const at = deps.clock()
  if (browser.serverKey !== serverKey.publicKey) return { keyId, pace: { kind: 'drop' }, changes: [] }
  const result: NotifiedResult = { keyId, changes: [] }
  const send = async (notification: Notification): Promise<boolean> => {
    const outcome = await deps.sendPush(browser, notification, serverKey)
    result.pace = paceAfter(outcome, { failures: browser.failures, at })
    if (outcome.kind === 'failed' && browser.failures === 0) {
      deps.log.warn({ reason: outcome.reason }, 'failed to send a notification; will retry')
    }
    return outcome.kind === 'sent'
  }
  if (stopped && !(await send({ kind: 'webhook-off', path: linkPath(stopped) }))) return result
  if (findings > 0 && !(await send({ kind: 'findings', count: findings, path: '/operator' }))) return result
  if (stopped || findings > 0) result.findingsAt = at
  const { notification, changes } = await findMatches(deps, newsReader, browser, news)
  if (!notification || (await send(notification))) result.changes = changes
  return result
}
