import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { openBrowser } from '../../../../scripts/browser.ts'
import { startTestService } from '../support/test-service.ts'
import { fillScreens, screens } from './console-screens.ts'
import { findProblems, localesOfToday } from './every-screen.ts'

const now = Date.parse('2026-03-10T12:00:00Z')
const service = await startTestService({}, { now })
const browser = await openBrowser()
after(() => browser.close())
before(() => fillScreens(service))

// Those of operators and of people who aren't signed in have a file of their own.
const own = screens.filter(({ userId }) => userId !== '' && userId !== 'U-operator')
const groups = Object.entries(Object.groupBy(own, ({ userId }) => userId))
for (const locale of localesOfToday(import.meta.url)) {
  for (const [person, group = []] of groups) {
    test(`every screen of ${person} can be read and used by everyone, on a desktop and on a phone: ${locale}`, async () => {
      assert.deepEqual(await findProblems({ browser, service }, group, locale), [])
    })
  }
}
