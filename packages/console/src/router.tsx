import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  type SearchSchemaInput,
} from '@tanstack/react-router'
import { RouteFailure, RouteNotFound } from './errors/route-failure.tsx'
import { House } from './shell/house.tsx'
import { ScreenSkeleton } from './shell/screen-skeleton.tsx'

type Screen = () => Promise<{ default: () => React.ReactNode }>

const root = createRootRoute({ component: Outlet, notFoundComponent: RouteNotFound })

const signIn = createRoute({
  getParentRoute: () => root,
  path: '/sign-in',
  validateSearch: texts('problem', 'ended', 'back'),
  component: lazyRouteComponent(() => import('./screens/sign-in.tsx')),
})

/** Everything that is shown only to who is signed in. */
const house = createRoute({ getParentRoute: () => root, id: 'house', component: House })

const inHouse = <const Path extends string>(path: Path, load: Screen) =>
  createRoute({ getParentRoute: () => house, path, component: lazyRouteComponent(load) })

const channel = inHouse('/channels/$channelId', () => import('./channel/channel-frame.tsx'))

const inChannel = <const Path extends string, const Name extends string>(path: Path, names: Name[], load: Screen) =>
  createRoute({
    getParentRoute: () => channel,
    path,
    validateSearch: texts(...names),
    component: lazyRouteComponent(load),
  })

const tree = root.addChildren([
  signIn,
  house.addChildren([
    inHouse('/', () => import('./screens/channels.tsx')),
    inHouse('/account', () => import('./screens/account.tsx')),
    channel.addChildren([
      inChannel('/', ['date', 'message'], () => import('./screens/reader.tsx')),
      inChannel('/search', ['q', 'from', 'to', 'sender', 'type'], () => import('./screens/search.tsx')),
      inChannel('/gallery', ['type', 'month'], () => import('./screens/gallery.tsx')),
    ]),
  ]),
])

/** Every screen is a file of its own, loaded when it is first shown. */
export const router = createRouter({
  routeTree: tree,
  defaultPreload: 'intent',
  defaultPendingMs: 300,
  defaultPendingComponent: ScreenSkeleton,
  defaultErrorComponent: RouteFailure,
  scrollRestoration: true,
  // Plain text both ways. By default the router reads what looks like a number as one, which message ids and searches do.
  parseSearch: (query) => Object.fromEntries(new URLSearchParams(query)),
  stringifySearch: (search) => {
    const given = Object.entries(search).filter(([, value]) => value !== undefined && value !== '')
    const query = new URLSearchParams(given.map(([name, value]) => [name, String(value)]))
    return query.size > 0 ? `?${query}` : ''
  },
})

/** Of the parameters in the address, those the screen knows. */
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
}
