import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createLineConnector } from '../../src/adapters/line/line-connector.ts'
import { answerWith, plain, refusal, startPlatform } from './platform.ts'

const png = () => new Response('png', { status: 200, headers: { 'content-type': 'image/png' } })

test('the picture of a sticker can be fetched from the platform, as a still', async (t) => {
  const { connector } = await startPlatform(t)
  const picture = await connector.stickers?.getPicture({ packageId: '446', stickerId: '1988' })
  assert.equal(picture?.contentType, 'image/png')
  assert.equal(Buffer.from(picture?.bytes ?? []).toString('latin1', 1, 4), 'PNG')
  await assert.rejects(
    async () => connector.stickers?.getPicture({ packageId: '1', stickerId: '999999999' }),
    refusal('not-found'),
  )
})

test('on LINE itself, stickers come from its sticker shop, without our token', async () => {
  const calls: Request[] = []
  const connector = createLineConnector({
    channelSecrets: ['secret'],
    accessToken: 'canary-token',
    apiBaseUrl: 'https://api.line.me',
    dataApiBaseUrl: 'https://api-data.line.me',
    clock: Date.now,
    fetch: async (...request) => {
      calls.push(new Request(...request))
      return png()
    },
  })
  await connector.stickers?.getPicture({ packageId: '446', stickerId: '1988' })
  const [call] = calls
  assert.equal(call?.url, 'https://stickershop.line-scdn.net/stickershop/v1/sticker/1988/android/sticker.png')
  assert.equal(call?.headers.get('authorization'), null)
})

test('a number that is none is never asked for, and no one leads us elsewhere', async () => {
  for (const stickerId of ['', '../../v2/bot/info', '1?x=', '1%2f2', 'x', '1'.repeat(21), '@evil.example']) {
    const { connector, calls } = answerWith([png])
    await assert.rejects(
      async () => connector.stickers?.getPicture({ packageId: '1', stickerId }),
      refusal('not-found'),
    )
    assert.equal(calls.length, 0, stickerId)
  }
  for (const away of ['http://127.0.0.1/', 'https://evil.example/', 'http://169.254.169.254/']) {
    const { connector, calls } = answerWith([plain(302, null, { location: away }), png])
    await assert.rejects(
      async () => connector.stickers?.getPicture({ packageId: '1', stickerId: '2' }),
      refusal('invalid', /not on a host of LINE/),
    )
    assert.equal(calls.length, 1, away)
  }
})
