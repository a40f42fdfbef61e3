import assert from 'node:assert/strict'
import type { Browser } from 'playwright-core'
import { openPage, type PageOptions, type WatchedPage } from '../../../../scripts/browser.ts'
import type { Inn } from './inn.ts'

/** The console as this person sees it, signed in, at a path of it. */
export async function openConsole(
  browser: Browser,
  inn: Pick<Inn, 'url' | 'caller'>,
  userId: string,
  path = '/',
  options: PageOptions = {},
): Promise<WatchedPage> {
  const { authorization = '' } = await inn.caller(userId)
  return await openPage(browser, `${inn.url}${path}`, {
    viewport: { width: 1280, height: 860 },
    ...options,
    async prepare(context) {
      const answer = await context.request.post(`${inn.url}/api/sign-ins`, { headers: { authorization } })
      assert.equal(answer.status(), 201, await answer.text())
    },
  })
}

/** Nothing ran that should not, nothing was loaded from elsewhere, and no policy had to step in. */
export function assertClean({ dialogs, foreign, problems }: WatchedPage): void {
  assert.deepEqual({ dialogs, foreign, problems }, { dialogs: [], foreign: [], problems: [] })
}
