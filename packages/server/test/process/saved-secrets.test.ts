import assert from 'node:assert/strict'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { startSimulator } from '@innkeeper/simulator'
import { openBrowser, openPage } from '../../../../scripts/browser.ts'
import { passphrase } from '../support/operator.ts'
import { innkeeper, newFolder, serve } from '../support/process/process.ts'

const line = await startSimulator({ rateLimits: null, botName: 'Inn bot' })
const env = { INNKEEPER_LOG: 'trace', LINE_API_BASE_URL: line.url, LINE_DATA_API_BASE_URL: line.url }
const browser = await openBrowser()
after(async () => {
  await browser.close()
  await line.stop()
})

/** A service that was set up with the pages alone, and everything that it sent to the browser. */
async function setUp() {
  const dataDir = newFolder()
  const service = await serve(dataDir, { env })
  const [, link = ''] = /Setup link +(\S+)/.exec(service.printed().stdout) ?? []
  const answers: Promise<string>[] = []
  const { page } = await openPage(browser, link)
  page.on('response', (response) => {
    if (response.url().includes('/api/')) answers.push(response.text().catch(() => ''))
  })
  const press = (name: string) => page.getByRole('button', { name, exact: true }).click()
  const enter = (label: string, text: string) => page.getByLabel(label, { exact: true }).fill(text)
  await enter('Name', 'Hana')
  await enter('Passphrase', passphrase)
  await enter('Repeat the passphrase', passphrase)
  await press('Create account')
  await page.getByLabel('I’ve stored the codes in a safe place').check()
  await press('Continue')
  await press('Skip for now')
  await press('Connect LINE')
  await press('Connect in another way')
  await enter('Channel ID', line.channelId)
  await enter('Channel secret', line.channelSecret)
  await enter('Channel access token (long-lived) (optional)', line.accessToken)
  await press('Connect')
  await page.getByRole('heading', { name: 'LINE is connected' }).waitFor()
  await page.goto(`${service.url}/operator/setup?step=options`)
  await enter('Endpoint', `${line.url}/v1`)
  await enter('Model', 'small')
  await enter('API key of the endpoint', modelKey)
  await press('Save and finish')
  await page.waitForURL(/\/$/)
  await page.goto(`${service.url}/operator/settings`)
  await page.getByRole('button', { name: 'Replace “Channel secret”' }).waitFor()
  const shown = await page.content()
  await page.context().close()
  return { dataDir, service, answers: [...(await Promise.all(answers)), shown] }
}
const modelKey = 'sk-canary-of-the-model'

const filesIn = (folder: string) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'latin1'))
    .join('\n')

const count = (text: string, word: string) => text.split(word).length - 1

test('secrets that were saved in the browser are in no log, file, snapshot or answer, and their key can be changed', async () => {
  const { dataDir, service, answers } = await setUp()
  const snapshot = join(newFolder(), 'snapshot')
  const taken = await innkeeper(['snapshot', snapshot, '--data', dataDir])
  assert.equal(taken.code, 0, taken.stderr)
  assert.match(taken.stdout, /Not included: secret\.key\. Keep a copy of .+secret\.key elsewhere\.$/m)
  assert.equal((await service.stop()).code, 0)
  const { stdout, stderr } = service.printed()
  const places = { log: stdout + stderr, data: filesIn(dataDir), snapshot: filesIn(snapshot), api: answers.join('\n') }
  const secrets = { secret: line.channelSecret, token: line.accessToken, modelKey }
  for (const [place, text] of Object.entries(places)) {
    for (const [what, secret] of Object.entries(secrets)) assert.equal(count(text, secret), 0, `${what} in ${place}`)
  }
  const keyPath = join(dataDir, 'secret.key')
  const key = readFileSync(keyPath, 'utf8').trim()
  for (const place of ['log', 'snapshot', 'api'] as const) assert.equal(count(places[place], key), 0, `key in ${place}`)
  // Controls: the same search finds what isn't secret.
  assert.ok(count(places.log, '/api/operator/settings') > 0)
  for (const place of ['data', 'snapshot', 'api'] as const) assert.ok(count(places[place], line.channelId) > 0, place)
  assert.ok(count(places.data, key) > 0)

  const copy = join(newFolder(), 'copy')
  const restored = await innkeeper(['restore', snapshot, '--data', copy])
  assert.equal(restored.code, 0, restored.stderr)
  assert.match(
    restored.stdout,
    /Before you start it:\n- .+: INNKEEPER_AI_KEY, .+ Copy the file secret\.key .+\n- Stop the original .+\n\nCheck it:/,
  )
  const examined = await innkeeper(['doctor', '--data', copy])
  assert.match(examined.stdout, /^warn {2}platforms {5}Not checked, because the saved settings cannot be used/m)

  const rotated = await innkeeper(['secrets', 'rotate', '--data', dataDir])
  assert.equal(rotated.stdout, 'Encrypted 3 secrets with the new key.\n')
  assert.notEqual(readFileSync(keyPath, 'utf8').trim(), key)
  const again = await serve(dataDir, { env })
  line.setWebhookUrl(`${again.url}/webhooks/line`)
  assert.equal((await line.deliver([])).status, 200)
  await again.stop()

  // The key of another service opens nothing.
  writeFileSync(keyPath, `${'ab'.repeat(32)}\n`)
  const refused = await innkeeper(['serve', '--port', '0', '--data', dataDir], { env })
  assert.equal(refused.code, 1)
  assert.match(
    refused.stderr,
    /encrypted with a key that is not here: INNKEEPER_AI_KEY, LINE_CHANNEL_ACCESS_TOKEN, LINE_CHANNEL_SECRET\./,
  )
  assert.match(
    refused.stderr,
    /Copy the file secret\.key from the original data folder to .+\. If it is lost, run \.\/innkeeper secrets forget --data /,
  )
  const forgotten = await innkeeper(['secrets', 'forget', '--data', dataDir])
  assert.equal(forgotten.stdout, 'Deleted INNKEEPER_AI_KEY, LINE_CHANNEL_ACCESS_TOKEN, LINE_CHANNEL_SECRET.\n')
})
