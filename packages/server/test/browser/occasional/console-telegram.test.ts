import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { openBrowser } from '../../../../../scripts/browser.ts'
import { assertClean, openConsole } from '../../support/console.ts'
import { until } from '../../support/eventually.ts'
import { startTelegramTestService, untilOwned } from '../../support/telegram/telegram.ts'

test('the console promises of a Telegram group only what Telegram can do, and shows topics', async () => {
  const { service, telegram } = await startTelegramTestService({}, { bot: { privacyMode: false } })
  const browser = await openBrowser()
  after(() => browser.close())
  const mai = telegram.addUser({ firstName: 'Mai' })
  const ken = telegram.addUser({ firstName: 'Ken' })
  const group = telegram.addSupergroup({ title: 'Flat', owner: mai, members: [ken] })
  group.invite()
  await untilOwned(service, group, mai)
  const path = `/channels/tg:${group.id}`
  const watched = await openConsole(browser, service, `tg:${mai.id}`, path)
  const { page } = watched
  const terms = page.getByRole('main')
  await terms
    .getByText(
      'Messages deleted in the chat stay saved. To remove one here, too, reply to it with /delete before you delete it there.',
    )
    .waitFor()
  assert.equal(await terms.getByText('Unsent messages are deleted').count(), 0)

  await page.getByRole('button', { name: 'Turn on backup' }).click()
  const owner = await service.caller(`tg:${mai.id}`)
  await until(async () => (await owner.get(`/api${path}/backup/timeline?limit=1`)).status === 200, 'the backup is on')
  const topic = group.createTopic(mai, 'Kitchen')
  const { message } = group.say(ken, 'a secret recipe', { topic })
  await page.getByText('a secret recipe', { exact: true }).waitFor()
  await page.getByText(/^# (Kitchen|\d+)$/).waitFor()
  group.say(mai, '/delete', { replyTo: message.message_id, topic })
  await page.getByText('Message deleted').waitFor()
  assert.equal(await page.getByText('a secret recipe', { exact: true }).count(), 0)
  assertClean(watched)
})
