import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { startLinePlatform } from '../../../support/line/line-platform.ts'
import { environmentFor } from '../../../support/line/line-service.ts'
import { serve } from '../../../support/process/process.ts'
import { openTestEnvironment } from '../../../support/test-environment.ts'

const place = await openTestEnvironment()
after(() => place.remove())

const warning = /INNKEEPER_BASE_URL is not set, so the bot cannot answer \/link/

test('a start without a platform says so, and first leads to the setup', async () => {
  const service = await serve(place.dataDir, { env: place.env })
  const { stdout } = service.printed()
  assert.match(stdout, /^ {2}Platforms {7}none connected\n {2}Setup link {6}http:\/\/127\.0\.0\.1:\d+\/setup#/m)
  assert.match(
    stdout,
    /^ {2}Sign in {9}\.\/innkeeper signin --data \S+\n {18}If there is more than one owner, it prints the command for each of them\.$/m,
  )
  assert.equal((await service.stop()).code, 0)
})

test('a start with LINE prints the URL to paste and why redelivery must be on, even if LINE does not respond', async () => {
  const platform = await startLinePlatform()
  platform.behave('hang')
  const env = { ...place.env, ...environmentFor(platform) }
  const service = await serve(place.dataDir, { env })
  const { stdout } = service.printed()
  assert.ok(stdout.includes(`  LINE webhook    ${service.url}/webhooks/line\n`), stdout)
  assert.match(
    stdout,
    /requires HTTPS\. Set INNKEEPER_BASE_URL .+\n {18}Paste this URL into the LINE Developers Console/,
  )
  assert.match(stdout, /Turn on "Webhook redelivery" there\. Without it, messages sent while/)
  assert.equal((await service.stop()).code, 0, 'and it stops while LINE hangs')
  assert.equal(service.printed().stdout.split(warning).length, 2, 'warned once')

  const open = await serve(place.dataDir, { env: { ...env, INNKEEPER_BASE_URL: 'https://inn.example' } })
  assert.match(
    open.printed().stdout,
    /^ {2}LINE webhook {4}https:\/\/inn\.example\/webhooks\/line\n {18}Paste this URL into the LINE/m,
  )
  assert.equal((await open.stop()).code, 0)
  assert.doesNotMatch(open.printed().stdout, warning)
})
