import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { seedChannel } from '../../store/seed-channel.ts'
import { message } from '../../support/content/events.ts'
import { channelSecret } from '../../support/line/line-load.ts'
import { botId, startLinePlatform } from '../../support/line/line-platform.ts'
import { accessToken, environmentFor } from '../../support/line/line-service.ts'
import { innkeeper, newFolder, withData } from '../../support/process/process.ts'

const noon = Date.parse('2026-03-10T12:00:00Z')

type Finding = { name: string; state: 'ok' | 'care' | 'wrong'; words: string }

async function examine(dataDir: string, env: Record<string, string>) {
  const { code, stdout, stderr } = await innkeeper(['doctor', '--json', '--data', dataDir], { env })
  assert.equal(stderr, '')
  for (const secret of [channelSecret, accessToken]) assert.ok(!stdout.includes(secret), 'no secret is shown')
  const findings: Finding[] = JSON.parse(stdout).findings
  return { code, find: (name: string) => findings.find((one) => one.name === name) }
}

describe('innkeeper doctor, about LINE', { concurrency: 2 }, () => {
  test('says how to connect if no platform is connected', async () => {
    const { code, find } = await examine(newFolder(), {})
    assert.equal(code, 0)
    assert.deepEqual(find('platforms'), {
      name: 'platforms',
      state: 'off',
      words:
        'None is connected, so no messages arrive. To connect one, follow "Connecting LINE" or "Connecting Telegram" in ' +
        'docs/self-hosting.md.',
    })
    assert.equal(find('redelivery'), undefined)
  })

  test('asks LINE for our account, says why redelivery must be on, and who can claim', async () => {
    const platform = await startLinePlatform()
    const { code, find } = await examine(newFolder(), { ...environmentFor(platform), INNKEEPER_CLAIM: 'code' })
    assert.equal(code, 0)
    assert.deepEqual([find('LINE')?.state, find('LINE')?.words], ['ok', `Connected as Inn (${botId}).`])
    assert.match(
      find('redelivery')?.words ?? '',
      /"Webhook redelivery" is on\. Turn it on .+\. Without it, messages sent while this service is down are lost/,
    )
    assert.match(
      find('claiming')?.words ?? '',
      /a code from \.\/innkeeper channels claim-code .+\(INNKEEPER_CLAIM=code\)/,
    )
  })

  test('distinguishes an unreachable platform from wrong settings', async () => {
    const settings = { LINE_CHANNEL_SECRET: channelSecret, LINE_CHANNEL_ACCESS_TOKEN: accessToken }
    const { code, find } = await examine(newFolder(), { ...settings, LINE_API_BASE_URL: 'http://127.0.0.1:9' })
    assert.equal(code, 0, 'it may come back')
    assert.equal(find('LINE')?.state, 'care')
    assert.match(find('LINE')?.words ?? '', /^LINE does not respond: .+\. Messages still arrive, /)
    const half = await examine(newFolder(), { LINE_CHANNEL_ACCESS_TOKEN: accessToken })
    assert.equal(half.code, 1)
    assert.match(half.find('configuration')?.words ?? '', /^LINE_CHANNEL_ACCESS_TOKEN is set, but LINE_CHANNEL_SECRET/)
  })

  test('says that LINE refuses us if the token is wrong', async () => {
    const platform = await startLinePlatform()
    // In this mode, the first call is refused like one with a revoked token.
    platform.behave('fail')
    const { code, find } = await examine(newFolder(), environmentFor(platform))
    assert.equal(code, 1)
    assert.deepEqual(find('LINE')?.state, 'wrong')
    assert.match(
      find('LINE')?.words ?? '',
      /^LINE rejects our credentials: .+\. Compare LINE_CHANNEL_ACCESS_TOKEN, or LINE_CHANNEL_ID/,
    )
  })

  test('does not wait for a platform that hangs', async () => {
    const platform = await startLinePlatform()
    platform.behave('hang')
    const { find } = await examine(newFolder(), environmentFor(platform))
    assert.equal(find('LINE')?.state, 'care')
    assert.match(find('LINE')?.words ?? '', /does not respond: no response within 5 seconds/)
  })

  test('shows events that were not understood and jobs that were given up, with the reasons', async () => {
    const dataDir = newFolder()
    const quiet = await withData(dataDir, async ({ store }) => {
      await seedChannel(store, 'C1', { owner: 'U1', subscribers: ['U1'] }, noon)
      return (await examine(dataDir, {})).find('events')
    })
    assert.deepEqual(quiet, { name: 'events', state: 'ok', words: 'All events could be read.' })

    await withData(dataDir, async ({ store }) => {
      const unread = ['a', 'b', 'c'].map((eventId) => ({
        at: noon,
        reason: eventId === 'a' ? 'it has no source' : 'nobody knows the kind "dance"',
        raw: '{}',
        eventId,
      }))
      const events = [message('C1', noon, { id: 'm1', from: 'U1', content: { type: 'image' } })].map((one) => ({
        ...one,
        hasFile: true,
      }))
      await store.write<'receive-events'>({ kind: 'receive-events', platform: 'test', at: noon, events, unread })
      const jobs = await store.write<'claim-jobs'>({
        kind: 'claim-jobs',
        at: noon,
        lease: 'l',
        leaseMs: 1000,
        limit: 100,
        kinds: ['fetch-media'],
      })
      for (const { jobId } of jobs) {
        const outcome = { kind: 'bury', reason: 'the platform lost the file' } as const
        await store.write<'finish-job'>({ kind: 'finish-job', at: noon, jobId, lease: 'l', outcome })
      }
    })
    const { code, find } = await examine(dataDir, {})
    assert.equal(code, 0)
    assert.deepEqual(find('events'), {
      name: 'events',
      state: 'care',
      words:
        '3 events could not be read. They are kept as received. Most frequent reasons among the newest: 2 × nobody knows the kind "dance"; 1 × it has no source.',
    })
    assert.equal(find('jobs')?.state, 'care')
    assert.match(
      find('jobs')?.words ?? '',
      /^1 job has failed\. The newest: fetch-media in C1 at 2026-03-10T12:00:00Z: the platform lost the file\.$/,
    )
  })
})
