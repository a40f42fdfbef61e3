import { createRootRoute, createRoute, createRouter, type SearchSchemaInput } from '@tanstack/react-router'
import { type LoadScreen, lazyScreen, loadWhenIdle } from './errors/lazy-screen.tsx'
import { RouteFailure, RouteNotFound } from './errors/route-failure.tsx'
import { loadAllTexts } from './locales/i18n.ts'
import { Root, ScreenSkeleton, SignedInShell } from './shell/app-shell.tsx'

const root = createRootRoute({ component: Root, notFoundComponent: RouteNotFound })

const signIn = createRoute({
  getParentRoute: () => root,
  path: '/sign-in',
  validateSearch: texts('problem', 'ended', 'back'),
  component: lazyScreen(() => import('./screens/sign-in.tsx')),
})

const setup = createRoute({
  getParentRoute: () => root,
  path: '/setup',
  component: lazyScreen(withAllTexts(() => import('./screens/setup.tsx'))),
})

/** Everything that requires a session. */
const app = createRoute({ getParentRoute: () => root, id: 'app', component: SignedInShell })

const inApp = <const Path extends string>(path: Path, load: LoadScreen) =>
  createRoute({ getParentRoute: () => app, path, component: lazyScreen(load) })

const allUsage = createRoute({
  getParentRoute: () => app,
  path: '/usage',
  validateSearch: texts('days', 'from', 'to'),
  component: lazyScreen(withAllTexts(() => import('./screens/all-usage.tsx'))),
})

const allSearch = createRoute({
  getParentRoute: () => app,
  path: '/search',
  validateSearch: texts('q'),
  component: lazyScreen(withAllTexts(() => import('./screens/all-search.tsx'))),
})

const serviceSetup = createRoute({
  getParentRoute: () => app,
  path: '/operator/setup',
  validateSearch: texts('step'),
  component: lazyScreen(withAllTexts(() => import('./screens/service-setup.tsx'))),
})

const channel = inApp(
  '/channels/$channelId',
  withAllTexts(() => import('./channels/channel-frame.tsx')),
)

const inChannel = <const Path extends string, const Name extends string>(path: Path, names: Name[], load: LoadScreen) =>
  createRoute({
    getParentRoute: () => channel,
    path,
    validateSearch: texts(...names),
    component: lazyScreen(load),
  })

const tree = root.addChildren([
  signIn,
  setup,
  app.addChildren([
    inApp('/', () => import('./screens/channels.tsx')),
    inApp('/account', () => import('./screens/account.tsx')),
    allUsage,
    allSearch,
    inApp(
      '/operator',
      withAllTexts(() => import('./screens/operator.tsx')),
    ),
    serviceSetup,
    inApp(
      '/operator/settings',
      withAllTexts(() => import('./screens/service-settings.tsx')),
    ),
    channel.addChildren([
      inChannel(
        '/',
        ['date', 'message', 'answer', 'q', 'sender', 'results'],
        () => import('./screens/conversation.tsx'),
      ),
      inChannel('/search', ['q', 'from', 'to', 'sender', 'type'], () => import('./screens/search.tsx')),
      inChannel('/gallery', ['type', 'sender', 'from', 'to', 'by', 'month'], () => import('./screens/gallery.tsx')),
      inChannel('/assistant', ['part', 'rule', 'version', 'state', 'message'], () => import('./screens/assistant.tsx')),
      inChannel('/members', ['role', 'q'], () => import('./screens/members.tsx')),
      inChannel('/usage', ['days', 'from', 'to'], () => import('./screens/usage.tsx')),
      inChannel('/settings', ['part'], () => import('./screens/settings.tsx')),
    ]),
  ]),
])

// Preloaded while idle, so that they also work without a connection.
loadWhenIdle([
  loadAllTexts,
  () => import('./channels/channel-frame.tsx'),
  () => import('./screens/channels.tsx'),
  () => import('./screens/conversation.tsx'),
  () => import('./screens/search.tsx'),
  () => import('./screens/gallery.tsx'),
  () => import('./screens/account.tsx'),
  () => import('./channels/activity.tsx'),
  () => import('./channels/channel-filter.tsx'),
  () => import('./gallery/lightbox/lightbox-view.tsx'),
])

/** Every screen is a chunk of its own, loaded when it is first shown. */
export const router = createRouter({
  routeTree: tree,
  defaultPreload: 'intent',
  defaultPendingMs: 300,
  defaultPendingComponent: ScreenSkeleton,
  defaultErrorComponent: RouteFailure,
  scrollRestoration: true,
  // Plain text both ways. By default the router parses what looks like a number, which message ids and searches do.
  parseSearch: (query) => Object.fromEntries(new URLSearchParams(query)),
  stringifySearch: (search) => {
    const given = Object.entries(search).filter(([, value]) => value !== undefined && value !== '')
    const query = new URLSearchParams(given.map(([name, value]) => [name, String(value)]))
    return query.size > 0 ? `?${query}` : ''
  },
})

/** For screens that are not among the first; inside a channel, its frame has loaded them. */
function withAllTexts(load: LoadScreen): LoadScreen {
  return async () => {
    const [screen] = await Promise.all([load(), loadAllTexts()])
    return screen
  }
}

/** Keeps only the search parameters that the screen knows. */
function texts<const Name extends string>(...names: Name[]) {
  return (search: { [N in Name]?: string | undefined } & SearchSchemaInput): { [N in Name]?: string } => {
    const known: { [N in Name]?: string } = {}
    for (const name of names) {
      const value = search[name]
      if (typeof value === 'string' && value !== '') known[name] = value
    }
    return known
  }
}

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
  interface HistoryState {
    /** The page before this one in the browser's history shows the results of the search. */
    isFromResults?: boolean
  }
}
