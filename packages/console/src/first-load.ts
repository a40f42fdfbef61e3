import type { TextPart } from './locales/language.ts'

/** Every screen is a file of its own. The last ones are in a channel, inside its frame. */
export type ScreenFile =
  | 'signIn'
  | 'setup'
  | 'channels'
  | 'account'
  | 'accountData'
  | 'allSearch'
  | 'allUsage'
  | 'operator'
  | 'serviceSetup'
  | 'serviceSettings'
  | 'channelFrame'
  | 'conversation'
  | 'search'
  | 'gallery'
  | 'assistant'
  | 'members'
  | 'member'
  | 'usage'
  | 'export'
  | 'import'
  | 'settings'

/** What the page at a URL needs: files of screens, texts, and answers of the API. */
export type FirstLoad = { screens: ScreenFile[]; texts: TextPart[]; answers: string[] }

type Page = { pathname: string; search: string }

/**
 * Decides what to load at once when the page is opened. Loading one thing after the other would take half a second for each on a
 * phone network. Whatever is missing here is loaded when it is needed, as after a click.
 */
export function planFirstLoad({ pathname, search }: Page, wasSignedIn: boolean): FirstLoad {
  if (pathname === '/sign-in') return { screens: ['signIn'], texts: ['first'], answers: [signInWays] }
  if (pathname === '/setup') return { screens: ['setup'], texts: [...serviceTexts, 'account'], answers: [] }
  // Most likely leads to the sign-in page.
  if (!wasSignedIn) return { screens: ['signIn'], texts: ['first'], answers: ['/api/me', signInWays] }
  return planPage(pathname) ?? planChannel(pathname, search === '') ?? unknownPage
}

const signInWays = '/sign-in/ways'

/** For every page with a session. */
const signedIn = ['/api/me', '/api/overview']

const serviceTexts: TextPart[] = ['first', 'rest', 'service']

const unknownPage: FirstLoad = { screens: [], texts: ['first'], answers: [] }

/** `own`: what the screen asks for in any case and needs for its content. Everything else can come after it. */
type Screen = { screens: ScreenFile[]; own?: string[] }

const pages = new Map<string, Screen & { texts: TextPart[] }>([
  ['/', { screens: ['channels'], texts: ['first'] }],
  ['/account', { screens: ['account'], texts: ['first', 'account'], own: ['/api/keys', '/api/sign-ins'] }],
  ['/account/data', { screens: ['accountData'], texts: ['first', 'rest', 'account'], own: ['/api/me/kept'] }],
  ['/search', { screens: ['allSearch'], texts: ['first', 'rest'] }],
  ['/usage', { screens: ['allUsage'], texts: ['first', 'rest'] }],
  ['/operator', { screens: ['operator'], texts: serviceTexts }],
  ['/operator/setup', { screens: ['serviceSetup'], texts: serviceTexts }],
  ['/operator/settings', { screens: ['serviceSettings'], texts: serviceTexts }],
])

function planPage(pathname: string): FirstLoad | undefined {
  const page = pages.get(pathname)
  return page && { screens: page.screens, texts: page.texts, answers: [...signedIn, ...(page.own ?? [])] }
}

/** By the part of the path after the channel. What they ask for is below the channel, too. */
const channelScreens = new Map<string, Screen>([
  ['', { screens: ['conversation'], own: ['/backup/timeline?limit=60'] }],
  ['search', { screens: ['search'] }],
  ['gallery', { screens: ['gallery'], own: ['/backup/gallery?limit=60'] }],
  ['assistant', { screens: ['assistant'], own: ['/assistant/qa', '/assistant/config'] }],
  ['members', { screens: ['members'], own: ['/members', '/members?role=guest'] }],
  ['usage', { screens: ['usage'], own: ['/usage'] }],
  ['export', { screens: ['export'] }],
  ['import', { screens: ['import'], own: ['/imports'] }],
  ['settings', { screens: ['settings'] }],
])

const moreTexts = new Map<ScreenFile, TextPart[]>([
  ['assistant', ['assistant']],
  ['settings', ['settings']],
  ['export', ['exports']],
  ['import', ['imports']],
])

/** `isPlain`: nothing in the URL says what part of the screen is shown, such as a day or a filter. */
function planChannel(pathname: string, isPlain: boolean): FirstLoad | undefined {
  // Other characters may be escaped in one way in the URL, and in another one in requests.
  const [, id, part = '', person] = /^\/channels\/([\w.~-]+)(?:\/([\w-]+)(?:\/([\w.~-]+))?)?\/?$/.exec(pathname) ?? []
  const screen = person === undefined ? channelScreens.get(part) : part === 'members' ? ofMember(person) : undefined
  if (id === undefined || !screen) return undefined
  const { screens, own = [] } = screen
  const ends = ['', '/settings', '/backup/subscribe', ...(isPlain ? own : [])]
  return {
    screens: ['channelFrame', ...screens],
    texts: ['first', 'rest', ...new Set(screens.flatMap((one) => moreTexts.get(one) ?? []))],
    answers: [...signedIn, ...ends.map((end) => `/api/channels/${id}${end}`)],
  }
}

/** What is shown inside the frame of a channel. */
export const screensInChannels: readonly ScreenFile[] = [
  ...[...channelScreens.values()].flatMap(({ screens }) => screens),
  'member',
]

function ofMember(userId: string): Screen {
  return { screens: ['member'], own: [`/members/${userId}`] }
}
