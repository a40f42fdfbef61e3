import type { Route } from './route.ts'
import { accountRoutes } from './routes/accounts.ts'
import { answeringRoutes } from './routes/answering.ts'
import { assistantFileRoutes, assistantRoutes } from './routes/assistant.ts'
import { channelRoutes, overviewRoutes } from './routes/channels.ts'
import { consoleRoutes } from './routes/console.ts'
import { exportRoutes } from './routes/exports.ts'
import { importRoutes } from './routes/imports.ts'
import { liveRoutes } from './routes/live.ts'
import { galleryRoutes, mediaRoutes, pictureRoutes } from './routes/media.ts'
import { memberRoutes } from './routes/members.ts'
import { messageRoutes, readingRoutes, timelineRoutes } from './routes/messages.ts'
import { notificationRoutes } from './routes/notifications.ts'
import { platformRoutes } from './routes/platforms.ts'
import { searchRoutes } from './routes/search.ts'
import { serviceRoutes } from './routes/service.ts'
import { setupRoutes } from './routes/setup.ts'
import { storageRoutes } from './routes/storage.ts'
import { usageRoutes } from './routes/usage.ts'
import { serviceWebhookRoutes, webhookRoutes } from './routes/webhooks.ts'

/**
 * The whole API. The server can't register a route that is not in this table. The API reference lists the routes in this
 * order, so an area whose routes appear in two places there exports two tables.
 */
export const routes = {
  ...serviceRoutes,
  ...pictureRoutes,
  ...accountRoutes,
  ...notificationRoutes,
  ...channelRoutes,
  ...memberRoutes,
  ...usageRoutes,
  ...assistantRoutes,
  ...assistantFileRoutes,
  ...answeringRoutes,
  ...messageRoutes,
  ...mediaRoutes,
  ...overviewRoutes,
  ...timelineRoutes,
  ...readingRoutes,
  ...searchRoutes,
  ...galleryRoutes,
  ...exportRoutes,
  ...importRoutes,
  ...liveRoutes,
  ...webhookRoutes,
  ...platformRoutes,
  ...storageRoutes,
  ...serviceWebhookRoutes,
  ...setupRoutes,
  ...consoleRoutes,
}

export type Routes = typeof routes
export type RouteName = keyof Routes

export function listRoutes(): { name: RouteName; route: Route }[] {
  return (Object.keys(routes) as RouteName[]).map((name) => ({ name, route: routes[name] }))
}
