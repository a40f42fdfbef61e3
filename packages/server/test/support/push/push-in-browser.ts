import type { BrowserContext, Page } from 'playwright-core'
import { untilTrueIn } from '../console.ts'
import { until } from '../eventually.ts'
import type { PushedBrowser } from './push-service.ts'

/** What a page needs to subscribe, in the place of a push service on the internet. `isSilent`: it never answers. */
export async function stubPush(
  context: BrowserContext,
  { body }: PushedBrowser,
  { isSilent = false }: { isSilent?: boolean } = {},
): Promise<void> {
  await context.addInitScript({
    content: `{
      const { endpoint, ...keys } = ${JSON.stringify(body)}
      // For as long as the tab is open, across pages.
      const has = (name) => sessionStorage.getItem('stub ' + name) === 'yes'
      const set = (name, value) => sessionStorage.setItem('stub ' + name, value ? 'yes' : 'no')
      const subscription = { toJSON: () => ({ endpoint, keys }), unsubscribe: async () => set('subscription', false) }
      // A browser without a window denies it to every page, whatever was granted.
      Object.defineProperty(Notification, 'permission', { get: () => (has('permission') ? 'granted' : 'default') })
      Notification.requestPermission = async () => {
        set('permission', true)
        return 'granted'
      }
      PushManager.prototype.getSubscription = async () => (has('subscription') ? subscription : null)
      PushManager.prototype.subscribe = async ({ applicationServerKey, userVisibleOnly }) => {
        if (applicationServerKey.length !== 87 || !userVisibleOnly) throw new Error('No browser accepts this')
        if (${isSilent}) await new Promise(() => {})
        set('subscription', true)
        return subscription
      }
    }`,
  })
}

export type ShownNotice = { title: string; body: string; lang: string; data: { path: string } }

/** The service worker of a page, and what the browser would tell it. */
export type WatchedWorker = {
  /** Delivers this as the browser does. Returns what the worker shows then. */
  deliver(data: string): Promise<ShownNotice>
  /** Someone clicks what was shown. Returns the URL that is opened. */
  click(notice: Pick<ShownNotice, 'data'>): Promise<string>
  /** The browser has got another address at its push service. */
  moveTo(pushed: PushedBrowser): Promise<void>
}

/** Waits until the worker has taken over this page, and records what a browser without a window can't do. */
export async function watchWorker(page: Page): Promise<WatchedWorker> {
  const { origin } = new URL(page.url())
  await untilTrueIn(page, 'navigator.serviceWorker.controller !== null')
  const [worker] = page.context().serviceWorkers()
  if (!worker) throw new Error(`There is no service worker at ${origin}`)
  await worker.evaluate(`
    self.shown = []
    self.opened = []
    registration.showNotification = async (title, options) => void shown.push({ title, ...options })
    clients.openWindow = async (url) => void opened.push(url)
  `)
  const session = await page.context().newCDPSession(page)
  const registrations: string[] = []
  session.on('ServiceWorker.workerRegistrationUpdated', (update) => {
    registrations.push(...update.registrations.map(({ registrationId }) => registrationId))
  })
  await session.send('ServiceWorker.enable')
  await until(() => registrations.length > 0, 'the browser lists the worker')
  const [registrationId = ''] = registrations
  const next = async <T>(list: 'shown' | 'opened', cause: () => Promise<unknown>): Promise<T> => {
    const before = await worker.evaluate<number>(`${list}.length`)
    await cause()
    await until(() => worker.evaluate<boolean>(`${list}.length > ${before}`), `something is ${list}`)
    return await worker.evaluate<T>(`${list}.at(-1)`)
  }
  return {
    deliver: (data) =>
      next('shown', () => session.send('ServiceWorker.deliverPushMessage', { origin, registrationId, data })),
    click: ({ data }) =>
      next('opened', () =>
        worker.evaluate(`dispatchEvent(Object.assign(new Event('notificationclick'), {
          notification: { data: ${JSON.stringify(data)}, close() {} },
          waitUntil() {},
        }))`),
      ),
    async moveTo({ body: { endpoint, ...keys } }) {
      await worker.evaluate(`dispatchEvent(Object.assign(new Event('pushsubscriptionchange'), {
        newSubscription: { toJSON: () => (${JSON.stringify({ endpoint, keys })}) },
        waitUntil() {},
      }))`)
    },
  }
}
