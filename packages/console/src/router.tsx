import { createRootRoute, createRoute, createRouter, lazyRouteComponent, Outlet } from '@tanstack/react-router'

const root = createRootRoute({ component: Outlet })

const screen = <const Path extends string>(path: Path, load: () => Promise<{ default: () => React.ReactNode }>) =>
  createRoute({ getParentRoute: () => root, path, component: lazyRouteComponent(load) })

const routes = [
  screen('/', () => import('./screens/channels.tsx')),
  screen('/sign-in', () => import('./screens/sign-in.tsx')),
  screen('/account', () => import('./screens/account.tsx')),
  screen('/channels/$channelId', () => import('./screens/reader.tsx')),
  screen('/channels/$channelId/search', () => import('./screens/search.tsx')),
  screen('/channels/$channelId/gallery', () => import('./screens/gallery.tsx')),
]

/** Every screen is a file of its own, loaded when it is first shown. */
export const router = createRouter({ routeTree: root.addChildren(routes), defaultPreload: 'intent' })

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
