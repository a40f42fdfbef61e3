import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { openBrowser } from '../../../../../scripts/browser.ts'
import { signIn } from '../../support/console.ts'
import { connectAssistant } from '../../support/mcp/connect.ts'
import { startTestService } from '../../support/test-service.ts'

const service = await startTestService()
for (const channelId of ['C-walks', 'C-boats']) {
  await service.channel(channelId, { owner: 'U-mai', subscribers: ['U-mai'] })
}
const browser = await openBrowser()
after(() => browser.close())

test('someone creates a key for one channel and connects an AI assistant with what the page shows', async () => {
  const viewport = { width: 360, height: 740 }
  const context = await browser.newContext({ locale: 'en-GB', viewport })
  await signIn(context, service, 'U-mai')
  const page = await context.newPage()
  page.setDefaultTimeout(60_000)
  await page.goto(`${service.url}/account`)
  const section = page.getByRole('region', { name: 'Connect an AI assistant' })
  const url = (await section.getByLabel('URL for AI assistants').textContent()) ?? ''
  assert.equal(url, `${service.url}/mcp`)
  const width = await page.evaluate<number>('document.documentElement.scrollWidth')
  assert.ok(width <= viewport.width, `${width} pixels wide`)

  await section.getByRole('button', { name: 'Create key' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Channels').click()
  await page.getByRole('option', { name: 'Group C-boats' }).click()
  await dialog.getByRole('button', { name: 'Create key' }).click()
  const key = (await dialog.getByLabel('Key', { exact: true }).textContent()) ?? ''
  await dialog.getByRole('button', { name: 'Done' }).click()
  const row = page.getByRole('listitem').filter({ hasText: 'AI assistant' })
  await row.getByText('1 channel').waitFor()
  await row.getByText('Read-only').waitFor()

  const { use } = await connectAssistant([new URL(url).origin], `Bearer ${key.trim()}`)
  const { data } = await use('list_channels')
  assert.deepEqual(
    data.channels.map(({ channelId }: { channelId: string }) => channelId),
    ['C-boats'],
  )
})
