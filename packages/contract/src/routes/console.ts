import { defineRoutes } from '../route.ts'
import { Type } from '../schema.ts'
import { channelId } from '../schemas/channels.ts'

const page = {
  method: 'GET',
  tag: 'Service',
  permission: 'public',
  /** The page reads its query itself. */
  query: Type.Object({}, { additionalProperties: Type.String() }),
  description: 'The page itself contains no data. It calls the API with the sign-in of its browser.',
  answer: { status: 200, media: ['text/html'] },
} as const

const language = Type.Optional(
  Type.String({ description: 'Language of its texts, such as `ja`. English if it is left out or unknown.' }),
)

/** The first path segments of the pages that people open in a browser. */
export function consolePages(): Set<string> {
  const pages = Object.values(consoleRoutes).filter(({ answer }) => answer.media.some((type) => type === 'text/html'))
  return new Set(pages.map(({ path }) => path.split('/')[1] ?? ''))
}

/** The web console: a single page with client-side routing. */
export const consoleRoutes = defineRoutes({
  getConsole: { ...page, path: '/', summary: 'Open the console' },
  getSignInPage: { ...page, path: '/sign-in', summary: 'Open the sign-in page' },
  getSetupPage: { ...page, path: '/setup', summary: 'Open the setup page' },
  getAccountPage: { ...page, path: '/account', summary: 'Open the account page' },
  getUsagePage: { ...page, path: '/usage', summary: 'Open the usage page' },
  getOperatorPage: { ...page, path: '/operator', summary: 'Open the service status page' },
  getServiceSetupPage: { ...page, path: '/operator/setup', summary: 'Open the setup of the service' },
  getServiceSettingsPage: { ...page, path: '/operator/settings', summary: 'Open the settings of the service' },
  getChannelPage: {
    ...page,
    path: '/channels/:channelId',
    summary: 'Open a channel',
    params: Type.Object({ channelId }),
  },
  getChannelScreen: {
    ...page,
    path: '/channels/:channelId/:screen',
    summary: 'Open a screen of a channel',
    params: Type.Object({ channelId, screen: Type.String({ description: 'Name of the screen, such as `search`.' }) }),
  },
  getConsoleAsset: {
    method: 'GET',
    path: '/assets/:asset',
    tag: 'Service',
    summary: 'Get an asset of the console',
    permission: 'public',
    params: Type.Object({ asset: Type.String() }),
    answer: { status: 200, media: ['text/javascript', 'text/css', 'image/svg+xml', 'image/png', 'font/woff2'] },
    errors: ['not-found'],
  },
  getConsoleManifest: {
    method: 'GET',
    path: '/manifest.webmanifest',
    tag: 'Service',
    summary: 'Get the manifest of the console',
    description: 'With this, phones and computers can install the console like an app.',
    permission: 'public',
    query: Type.Object({ language }),
    answer: { status: 200, media: ['application/manifest+json'] },
    errors: ['not-found'],
  },
  getServiceWorker: {
    method: 'GET',
    path: '/service-worker.js',
    tag: 'Service',
    summary: 'Get the service worker of the console',
    description:
      'Browsers run it in the background. It keeps the program files of the console, shows a page when there is no connection, ' +
      'and shows notifications. It never keeps responses of the API.',
    permission: 'public',
    query: Type.Object({ language }),
    answer: { status: 200, media: ['text/javascript'] },
    errors: ['not-found'],
  },
})
