import assert from 'node:assert/strict'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { startSimulator } from '@innkeeper/simulator'
import { openBrowser, openPage } from '../../../../scripts/browser.ts'
import { variableOf } from '../../src/config/settings.ts'
import { passphrase } from '../support/operator.ts'
import { innkeeper, newFolder, serve } from '../support/process/process.ts'
import { assertNowhere, nowhere, saveSecrets, secretsWith } from '../support/process/secret-canaries.ts'

const line = await startSimulator({ rateLimits: null, botName: 'Inn bot' })
const env = { ...nowhere, INNKEEPER_LOG: 'trace', LINE_API_BASE_URL: line.url, LINE_DATA_API_BASE_URL: line.url }
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
  await page.getByRole('button', { name: 'Replace “LINE channel secret”' }).waitFor()
  const others = await saveSecrets((changes) => page.evaluate<string>(putting({ changes })), secrets, [
    'lineChannelSecret',
    'lineChannelAccessToken',
    'lineChannelId',
    'aiBaseUrl',
    'aiModel',
    'aiKey',
  ])
  await page.reload()
  await page.getByRole('button', { name: 'Replace “Password at the mail server”' }).waitFor()
  const shown = await page.content()
  await page.context().close()
  return { dataDir, service, answers: [...(await Promise.all(answers)), others, shown] }
}
const modelKey = 'sk-canary-of-the-model'
const secrets = secretsWith({
  lineChannelSecret: line.channelSecret,
  lineChannelAccessToken: line.accessToken,
  aiKey: modelKey,
})

/** Runs in the page, which is signed in. */
const putting = (body: object) => `fetch('/api/operator/settings', {
  method: 'PUT',
  headers: { 'content-type': 'application/json' },
  body: ${JSON.stringify(JSON.stringify(body))},
}).then((answer) => answer.text())`

const filesIn = (folder: string) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'latin1'))
    .join('\n')

test('secrets that were saved in the browser are in no log, file, snapshot or answer, and their key can be changed', async () => {
  const { dataDir, service, answers } = await setUp()
  const snapshot = join(newFolder(), 'snapshot')
  const taken = await innkeeper(['snapshot', snapshot, '--data', dataDir])
  assert.equal(taken.code, 0, taken.stderr)
  assert.match(taken.stdout, /Not included: secret\.key\. Keep a copy of .+secret\.key elsewhere\.$/m)
  assert.equal((await service.stop()).code, 0)
  const { stdout, stderr } = service.printed()
  const keyPath = join(dataDir, 'secret.key')
  const key = readFileSync(keyPath, 'utf8').trim()
  const data = { text: filesIn(dataDir), control: line.channelId }
  assertNowhere(secrets, { data })
  assertNowhere(new Map([...secrets, ['the key', key]]), {
    log: { text: stdout + stderr, control: '/api/operator/settings' },
    snapshot: { text: filesIn(snapshot), control: line.channelId },
    api: { text: answers.join('\n'), control: line.channelId },
  })
  assert.ok(data.text.includes(key), 'the key is only in its file')

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
  assert.equal(rotated.stdout, `Encrypted ${secrets.size} secrets with the new key.\n`)
  assert.notEqual(readFileSync(keyPath, 'utf8').trim(), key)
  const again = await serve(dataDir, { env })
  line.setWebhookUrl(`${again.url}/webhooks/line`)
  assert.equal((await line.deliver([])).status, 200)
  await again.stop()

  // The key of another service opens nothing.
  writeFileSync(keyPath, `${'ab'.repeat(32)}\n`)
  const refused = await innkeeper(['serve', '--port', '0', '--data', dataDir], { env })
  assert.equal(refused.code, 1)
  const variables = [...secrets.keys()].toSorted().map(variableOf).join(', ')
  assert.ok(refused.stderr.includes(`encrypted with a key that is not here: ${variables}.`), refused.stderr)
  assert.match(
    refused.stderr,
    /Copy the file secret\.key from the original data folder to .+\. If it is lost, run \.\/innkeeper secrets forget --data /,
  )
  const forgotten = await innkeeper(['secrets', 'forget', '--data', dataDir])
  assert.equal(forgotten.stdout, `Deleted ${variables}.\n`)
})
