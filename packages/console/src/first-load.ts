import type { ScreenFile } from './screen-files.ts'

/** What the page at a URL needs: files of screens, the texts of screens that aren't among the first, and answers of the API. */
export type FirstLoad = { screens: ScreenFile[]; allTexts: boolean; answers: string[] }

type Page = { pathname: string; search: string }

/**
 * Decides what to load at once when the page is opened. Loading one thing after the other would take half a second for each on a
 * phone network. Whatever is missing here is loaded when it is needed, as after a click.
 */
export function planFirstLoad({ pathname, search }: Page, wasSignedIn: boolean): FirstLoad {
  if (pathname === '/sign-in') return { screens: ['signIn'], allTexts: false, answers: [signInWays] }
  if (pathname === '/setup') return { screens: ['setup'], allTexts: true, answers: [] }
  // Most likely leads to the sign-in page.
  if (!wasSignedIn) return { screens: ['signIn'], allTexts: false, answers: ['/api/me', signInWays] }
  const [area = '', id, part = ''] = pathname.slice(1).split('/')
  if (area === 'channels' && id) return planChannel(id, part, search)
  const screen = pages[pathname]
  if (!screen) return nothing
  return { screens: [screen], allTexts: screen !== 'channels' && screen !== 'account', answers: signedIn }
}

const nothing: FirstLoad = { screens: [], allTexts: false, answers: [] }

const signInWays = '/sign-in/ways'

/** For every page with a session. */
const signedIn = ['/api/me', '/api/overview']

const pages: Record<string, ScreenFile | undefined> = {
  '/': 'channels',
  '/account': 'account',
  '/usage': 'allUsage',
  '/operator': 'operator',
  '/operator/setup': 'serviceSetup',
  '/operator/settings': 'serviceSettings',
}

const parts: Record<string, ScreenFile | undefined> = {
  '': 'conversation',
  search: 'search',
  gallery: 'gallery',
  assistant: 'assistant',
  members: 'members',
  usage: 'usage',
  settings: 'settings',
}

function planChannel(id: string, part: string, search: string): FirstLoad {
  const screen = parts[part]
  const channel = `/api/channels/${id}`
  const own = search === '' ? (answersOf[part]?.(channel) ?? []) : []
  return {
    screens: screen ? ['channelFrame', screen] : ['channelFrame'],
    allTexts: true,
    answers: [...signedIn, channel, `${channel}/settings`, `${channel}/backup/subscribe`, ...own],
  }
}

/** Of the two screens that people open most. */
const answersOf: Record<string, ((channel: string) => string[]) | undefined> = {
  '': (channel) => [`${channel}/backup/timeline?limit=60`],
  assistant: (channel) => [`${channel}/assistant/qa`, `${channel}/assistant/config`],
}
