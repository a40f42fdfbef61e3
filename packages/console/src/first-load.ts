import type { TextPart } from './locales/text-files.ts'
import type { ScreenFile } from './screen-files.ts'

/** What the page at a URL needs: files of screens, texts, and answers of the API. */
export type FirstLoad = { screens: ScreenFile[]; texts: TextPart[]; answers: string[] }

type Page = { pathname: string; search: string }

/**
 * Decides what to load at once when the page is opened. Loading one thing after the other would take half a second for each on a
 * phone network. Whatever is missing here is loaded when it is needed, as after a click.
 */
export function planFirstLoad({ pathname, search }: Page, wasSignedIn: boolean): FirstLoad {
  if (pathname === '/sign-in') return { screens: ['signIn'], texts: ['first'], answers: [signInWays] }
  if (pathname === '/setup') return { screens: ['setup'], texts: serviceTexts, answers: [] }
  // Most likely leads to the sign-in page.
  if (!wasSignedIn) return { screens: ['signIn'], texts: ['first'], answers: ['/api/me', signInWays] }
  const [area = '', id, part = '', person] = pathname.slice(1).split('/')
  if (area === 'channels' && id) return planChannel(id, person ? 'member' : part, search)
  const page = pages.get(pathname)
  return page ? { ...page, answers: signedIn } : { screens: [], texts: ['first'], answers: [] }
}

const signInWays = '/sign-in/ways'

/** For every page with a session. */
const signedIn = ['/api/me', '/api/overview']

const serviceTexts: TextPart[] = ['first', 'rest', 'service']

const pages = new Map<string, Pick<FirstLoad, 'screens' | 'texts'>>([
  ['/', { screens: ['channels'], texts: ['first'] }],
  ['/account', { screens: ['account'], texts: ['first'] }],
  ['/account/data', { screens: ['accountData'], texts: ['first', 'rest'] }],
  ['/search', { screens: ['allSearch'], texts: ['first', 'rest'] }],
  ['/usage', { screens: ['allUsage'], texts: ['first', 'rest'] }],
  ['/operator', { screens: ['operator'], texts: serviceTexts }],
  ['/operator/setup', { screens: ['serviceSetup'], texts: serviceTexts }],
  ['/operator/settings', { screens: ['serviceSettings'], texts: serviceTexts }],
])

const parts = new Map<string, ScreenFile[]>([
  ['', ['conversation']],
  ['search', ['search']],
  ['gallery', ['gallery']],
  ['assistant', ['assistant', 'rules']],
  ['members', ['members']],
  ['member', ['member']],
  ['usage', ['usage']],
  ['export', ['export']],
  ['settings', ['settings']],
])

function planChannel(id: string, part: string, search: string): FirstLoad {
  const screens = parts.get(part) ?? []
  const channel = `/api/channels/${id}`
  const own = search === '' ? (answersOf.get(part) ?? []) : []
  return {
    screens: ['channelFrame', ...screens],
    texts: ['first', 'rest', ...(moreTexts.get(part) ?? [])],
    answers: [...signedIn, ...['', '/settings', '/backup/subscribe', ...own].map((end) => channel + end)],
  }
}

const moreTexts = new Map<string, TextPart[]>([
  ['assistant', ['assistant']],
  ['member', ['assistant']],
  ['export', ['exports']],
])

/** What these screens ask for in any case, below the channel. */
const answersOf = new Map([
  ['', ['/backup/timeline?limit=60']],
  ['assistant', ['/assistant/qa', '/assistant/config']],
  ['members', ['/members', '/members?role=guest']],
])
