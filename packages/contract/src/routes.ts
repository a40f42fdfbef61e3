import type { Route } from './route.ts'
import { accountRoutes } from './routes/accounts.ts'
import { answeringRoutes } from './routes/answering.ts'
import { assistantRoutes } from './routes/assistant.ts'
import { assistantFileRoutes } from './routes/assistant-file.ts'
import { channelRoutes } from './routes/channels.ts'
import { consoleRoutes } from './routes/console.ts'
import { readingRoutes } from './routes/media.ts'
import { backupRoutes } from './routes/messages.ts'
import { platformRoutes } from './routes/platforms.ts'
import { serviceRoutes } from './routes/service.ts'
import { signInRoutes } from './routes/sign-in.ts'
import { operatorRoutes } from './routes/storage.ts'
import { usageRoutes } from './routes/usage.ts'

/** The whole API. What is not in this table cannot be registered by the server. */
export const routes = {
  ...serviceRoutes,
  ...accountRoutes,
  ...signInRoutes,
  ...channelRoutes,
  ...usageRoutes,
  ...assistantRoutes,
  ...assistantFileRoutes,
  ...answeringRoutes,
  ...backupRoutes,
  ...readingRoutes,
  ...platformRoutes,
  ...operatorRoutes,
  ...consoleRoutes,
}

export type Routes = typeof routes
export type RouteName = keyof Routes

export function listRoutes(): { name: RouteName; route: Route }[] {
  return (Object.keys(routes) as RouteName[]).map((name) => ({ name, route: routes[name] }))
}
