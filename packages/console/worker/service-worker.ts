import { composeNotice, pathOf } from './notices.ts'
import { offlinePage } from './offline-page.ts'
import { renewSubscription } from './renew-subscription.ts'
import { dropEverything, dropOtherVersions, findAsset, keepShell, shell } from './shell.ts'
import { textsFor } from './texts.ts'

declare const self: ServiceWorkerGlobalScope

// Keeps the program files of the console and shows a page when there is no connection. Pages always come from the service, so
// they and their files are of one version. Responses of the API, messages and media are never kept.

/** The page registers the worker for its language. */
const language = new URL(self.location.href).searchParams.get('language') ?? 'en'
const texts = textsFor(language)

self.addEventListener('install', (event) => {
  // The new version is used at once: it works with pages of any version, because a file never changes.
  event.waitUntil(keepShell(language).then(() => self.skipWaiting()))
})

self.addEventListener('activate', (event) => {
  event.waitUntil(start())
})

self.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== self.location.origin) return
  if (pathname.startsWith('/assets/')) event.respondWith(findAsset(request))
  else if (request.mode === 'navigate' && !pathname.startsWith('/api/')) event.respondWith(openPage(event))
})

self.addEventListener('push', (event) => {
  const { title, ...notice } = composeNotice(readSent(event.data), language, texts.notifications)
  // Browsers take the permission away from pages that show nothing.
  event.waitUntil(self.registration.showNotification(title, { ...notice, lang: language, icon: shell.icon }))
})

self.addEventListener('pushsubscriptionchange', (event) => {
  event.waitUntil(renewSubscription(self.registration, event.newSubscription))
})

self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  // In a window of its own: an open page may have something that isn't saved yet.
  event.waitUntil(self.clients.openWindow(pathOf(event.notification.data, self.location.origin)))
})

/** What can't be read is shown, too, as what we don't know. */
function readSent(data: PushMessageData | null): unknown {
  try {
    return data?.json()
  } catch {
    return undefined
  }
}

async function start(): Promise<void> {
  await dropOtherVersions()
  // The request for a page then doesn't wait until the worker has started.
  await self.registration.navigationPreload?.enable()
  await self.clients.claim()
  for (const client of await self.clients.matchAll({ type: 'window' })) {
    client.postMessage({ kind: 'version', version: shell.version })
  }
}

async function openPage(event: FetchEvent): Promise<Response> {
  try {
    const preloaded = (await event.preloadResponse) as Response | undefined
    const response = preloaded ?? (await fetch(event.request))
    if (response.type === 'basic' && !isOurs(response)) event.waitUntil(leaveIfReplaced())
    return response
  } catch {
    return offlinePage(language, texts.offline)
  }
}

function isOurs(response: Response): boolean {
  return response.headers.get('x-innkeeper') !== null
}

/**
 * Another program may answer at this address by now, and must not find us in its way. A proxy in front of the service may ask for
 * a password or report that the service is down, which says nothing.
 */
async function leaveIfReplaced(): Promise<void> {
  const response = await fetch(self.location.href, { cache: 'no-store', redirect: 'manual' })
  const isReplaced = response.status === 404 || (response.ok && !isOurs(response))
  if (!isReplaced) return
  await dropEverything()
  await self.registration.unregister()
}
