import { createRootRoute, createRoute, createRouter, type SearchSchemaInput } from '@tanstack/react-router'
import { type LoadScreen, lazyScreen, loadWhenIdle } from './errors/lazy-screen.tsx'
import { RouteFailure, RouteNotFound } from './errors/route-failure.tsx'
import { loadTexts, withTexts } from './locales/i18n.ts'
import { screenFiles } from './screen-files.ts'
import { Root, ScreenSkeleton, SignedInShell } from './shell/app-shell.tsx'

const root = createRootRoute({ component: Root, notFoundComponent: RouteNotFound })

const signIn = createRoute({
  getParentRoute: () => root,
  path: '/sign-in',
  validateSearch: texts('problem', 'ended', 'back', 'add'),
  component: lazyScreen(screenFiles.signIn),
})

const setup = createRoute({
  getParentRoute: () => root,
  path: '/setup',
  component: lazyScreen(withTexts(screenFiles.setup, 'rest', 'service', 'account')),
})

/** Everything that requires a session. */
const app = createRoute({ getParentRoute: () => root, id: 'app', component: SignedInShell })

const inApp = <const Path extends string>(path: Path, load: LoadScreen) =>
  createRoute({ getParentRoute: () => app, path, component: lazyScreen(load) })

const allUsage = createRoute({
  getParentRoute: () => app,
  path: '/usage',
  validateSearch: texts('days', 'from', 'to'),
  component: lazyScreen(withTexts(screenFiles.allUsage, 'rest')),
})

const allSearch = createRoute({
  getParentRoute: () => app,
  path: '/search',
  validateSearch: texts('q'),
  component: lazyScreen(withTexts(screenFiles.allSearch, 'rest')),
})

const serviceSetup = createRoute({
  getParentRoute: () => app,
  path: '/operator/setup',
  validateSearch: texts('step'),
  component: lazyScreen(withTexts(screenFiles.serviceSetup, 'rest', 'service')),
})

const channel = inApp('/channels/$channelId', withTexts(screenFiles.channelFrame, 'rest'))

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
    inApp('/', screenFiles.channels),
    inApp('/account', withTexts(screenFiles.account, 'account')),
    inApp('/account/data', withTexts(screenFiles.accountData, 'rest', 'account')),
    allUsage,
    allSearch,
    inApp('/operator', withTexts(screenFiles.operator, 'rest', 'service')),
    serviceSetup,
    inApp('/operator/settings', withTexts(screenFiles.serviceSettings, 'rest', 'service')),
    channel.addChildren([
      inChannel('/', ['date', 'message', 'answer', 'q', 'sender', 'results'], screenFiles.conversation),
      inChannel('/search', ['q', 'from', 'to', 'sender', 'type'], screenFiles.search),
      inChannel('/gallery', ['type', 'sender', 'from', 'to', 'by', 'month'], screenFiles.gallery),
      inChannel(
        '/assistant',
        ['part', 'rule', 'version', 'state', 'message'],
        withTexts(screenFiles.assistant, 'assistant'),
      ),
      inChannel('/members', ['role', 'q', 'sort'], screenFiles.members),
      inChannel('/members/$userId', [], screenFiles.member),
      inChannel('/usage', ['days', 'from', 'to'], screenFiles.usage),
      inChannel('/export', [], withTexts(screenFiles.export, 'exports')),
      inChannel('/import', ['number'], withTexts(screenFiles.import, 'imports')),
      inChannel('/settings', ['part'], withTexts(screenFiles.settings, 'settings')),
    ]),
  ]),
])

// Preloaded while idle, so that they also work without a connection.
loadWhenIdle([
  () => loadTexts('rest', 'account'),
  screenFiles.channelFrame,
  screenFiles.channels,
  screenFiles.conversation,
  screenFiles.search,
  screenFiles.gallery,
  screenFiles.account,
  () => import('./channels/channel-filter.tsx'),
  () => import('./gallery/lightbox/lightbox-view.tsx'),
])

export const router = createRouter({
  routeTree: tree,
  defaultPreload: 'intent',
  defaultPendingMs: 300,
  // A screen that has loaded isn't held back so that its placeholder doesn't flash.
  defaultPendingMinMs: 0,
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
