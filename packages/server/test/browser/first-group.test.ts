import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { startSimulator } from '@innkeeper/simulator'
import type { Locator, Page } from 'playwright-core'
import { openBrowser, openPage } from '../../../../scripts/browser.ts'
import { inTurn } from '../../../../scripts/test-runner/turns.ts'
import { freePort } from '../process/free-port.ts'
import { startDemo } from '../process/running-demo.ts'
import { until } from '../support/eventually.ts'
import { newFolder, serve } from '../support/process/process.ts'

const browser = await openBrowser()
after(() => browser.close())

const passphrase = 'seven paper boats at dawn'

/** What a person does on the pages. */
function handsOf(page: Page) {
  const done = { clicks: 0, fields: 0 }
  return {
    done,
    async click(target: Locator): Promise<void> {
      done.clicks++
      await target.click()
    },
    async press(name: string): Promise<void> {
      done.clicks++
      await page.getByRole('button', { name, exact: true }).click()
    },
    async enter(label: string, text: string): Promise<void> {
      done.fields++
      await page.getByLabel(label, { exact: true }).fill(text)
    },
  }
}

/** LINE at its real address is answered by the simulator. Nothing else is different, and no setting is given. */
function withLineAt(url: string): Record<string, string> {
  const hook = `const real = globalThis.fetch
    globalThis.fetch = (address, init) => real(String(address).replace(/^https:\\/\\/api(-data)?\\.line\\.me/, '${url}'), init)`
  return { NODE_OPTIONS: `--import data:text/javascript,${encodeURIComponent(hook)}` }
}

/** Of each step, whether it has a tick. */
const ticks = (page: Page) =>
  page
    .locator('.mantine-Stepper-stepIcon')
    .evaluateAll((icons) => icons.map((icon) => icon.querySelector('.mantine-Stepper-stepCompletedIcon svg') !== null))

const backgroundOf = (place: Locator) =>
  place.evaluate((element) => element.ownerDocument.defaultView?.getComputedStyle(element).backgroundColor)

const viewports = { desktop: { width: 1280, height: 860 }, phone: { width: 390, height: 844 } }

for (const [device, viewport] of inTurn(import.meta.url, Object.entries(viewports))) {
  test(`from an empty folder to a message in the console, with the pages alone, on a ${device}`, async (t) => {
    const done = await walk(viewport)
    t.diagnostic(`${done.clicks} clicks, ${done.fields} fields`)
    assert.deepEqual(done, { clicks: device === 'phone' ? 14 : 13, fields: 6 })
  })
}

async function walk(viewport: { width: number; height: number }): Promise<{ clicks: number; fields: number }> {
  const line = await startSimulator({ rateLimits: null, botName: 'Inn bot' })
  after(() => line.stop())
  const isPhone = viewport.width < 600
  const mai = line.addUser({ displayName: 'Mai' })
  const family = line.addGroup({ name: 'Family', members: [mai, line.addUser({ displayName: 'Ken' })] })

  // The first start is a demo, whose pages lead to the setup.
  const dataDir = newFolder()
  const port = await freePort()
  const { service } = await startDemo(dataDir, { port, env: withLineAt(line.url) })
  const { stdout } = service.printed()
  const [, signIn = ''] = /Sign in +(\S+)/.exec(stdout) ?? []
  const [, link = ''] = /Set up for real (\S+)/.exec(stdout) ?? []
  const opened = await openPage(browser, signIn, { viewport })
  const { page } = opened
  const { done, click, press, enter } = handsOf(page)
  await press('Sign in')
  if (isPhone) await click(page.getByRole('button', { name: /^Account/ }))
  await click(page.getByRole(isPhone ? 'menuitem' : 'link', { name: 'Set up for real' }))
  await enter('Setup link', link)
  await press('Continue')
  await page.getByText('Creating it ends the demo.').waitFor()
  await enter('Name', 'Hana')
  await enter('Passphrase', passphrase)
  await enter('Repeat the passphrase', passphrase)
  await press('Create account')
  await click(page.getByLabel('I’ve stored the codes in a safe place'))
  await press('Continue')

  // From here on it is the real service, in the same process and at the same address.
  await page.getByRole('heading', { name: 'Set up the service' }).waitFor()
  await press('Skip for now')
  await page.getByRole('button', { name: 'Connect LINE' }).waitFor()
  assert.deepEqual(await ticks(page), [false, false, false, false, false], 'a skipped step has no tick')
  const lines = page.locator('.mantine-Stepper-separator')
  const grey = await backgroundOf(lines.nth(1))
  assert.equal(await backgroundOf(lines.first()), grey, 'and the line after it looks as if it were still ahead')
  await page.getByText('Step 2 of 5: Platform').waitFor({ state: isPhone ? 'visible' : 'detached' })
  await press('Connect LINE')
  await enter('Channel ID', line.channelSecret)
  await enter('Channel secret', line.channelSecret)
  await press('Connect')
  await page.getByText('“Channel ID” contains the channel secret.').waitFor()
  await page.getByLabel('Channel ID', { exact: true }).fill(line.channelId)
  await press('Connect')
  await page.getByRole('heading', { name: 'LINE is connected' }).waitFor()
  const states = await page
    .locator('[data-check]')
    .evaluateAll((all) => all.map(({ dataset }) => `${dataset.check} ${dataset.state}`))
  assert.deepEqual(states.slice(0, 5), ['credentials ok', 'account ok', 'address ok', 'switch ok', 'delivery ok'])
  await press('Continue')

  await page.getByText('Inn bot').waitFor()
  assert.deepEqual(await ticks(page), [false, true, false, false, false])
  await until(async () => (await backgroundOf(lines.nth(1))) !== grey, 'a step that is done has a coloured line')
  await page.getByRole('img', { name: 'QR code that adds Inn bot as a friend' }).waitFor()
  await page.getByText('Waiting for the bot to join a group').waitFor()
  await family.invite()
  await page.getByText('The bot has joined a group.').waitFor()
  const command = (await page.getByText(/^\/claim /).textContent()) ?? ''
  await family.say(mai, command)
  await page.getByText('You’re the owner.').waitFor()
  const rights = page.getByRole('switch', { name: 'Also show “Service status” when I sign in as Mai' })
  await rights.waitFor()
  assert.equal(await rights.isChecked(), false, 'anyone in the group may have used the code')
  await press('Turn on backup')
  await page.getByText('Any message you send in the group').waitFor()
  await family.say(mai, 'The lake is warm')
  await page.getByText('A message arrived').waitFor()
  await click(page.getByRole('link', { name: 'Open the group' }))
  await page.getByRole('heading', { name: 'Family' }).or(page.getByText('The lake is warm')).first().waitFor()
  await page.getByText('The lake is warm').waitFor()
  assert.deepEqual([opened.dialogs, opened.foreign], [[], []])
  assert.match(service.printed().stdout, /The service is set up, so the demo has ended/)
  assert.equal((await service.stop()).code, 0)

  // The next start is the service, and not the demo.
  const again = await serve(dataDir, { command: 'start', words: ['--port', String(port)], env: withLineAt(line.url) })
  assert.doesNotMatch(again.printed().stdout, /demo/)
  await page.reload()
  await page.getByText('The lake is warm').waitFor()
  await again.stop()
  return done
}
