import assert from 'node:assert/strict'
import { hash } from 'node:crypto'
import { describe, test } from 'node:test'
import { png } from '../../jobs/scripted-platform.ts'
import { message } from '../../support/content/events.ts'
import { startTestService } from '../../support/test-service.ts'

describe('pictures come from this service', () => {
  test('a channel, its members and the caller show the pictures that the platform has', async () => {
    const { service, url, caller } = await openWithPictures()
    const channel = await caller.get('/api/channels/C1')
    const members = await caller.get('/api/channels/C1/members')
    const me = await caller.get('/api/me')
    assert.equal(channel.body.meta.picture, url)
    assert.equal(me.body.pictureUrl, url)
    const shown = new Map(
      members.body.members.map((member: { userId: string; pictureUrl: string }) => [member.userId, member.pictureUrl]),
    )
    assert.equal(shown.get('U1'), url)
    assert.match(String(shown.get('U2')), /\/pictures\/default\/[0-9a-f]{8}\.svg$/, 'the control: the default')
    assert.ok(url.startsWith(service.url))
  })

  test('a picture is sent with its type, can be cached forever and is never run', async () => {
    const { service, url, bytes } = await openWithPictures()
    const answer = await service.callerWith(undefined).get(new URL(url).pathname)
    assert.equal(answer.status, 200)
    assert.deepEqual(answer.bytes, bytes)
    assert.equal(answer.headers.get('content-type'), 'image/png')
    assert.equal(answer.headers.get('content-length'), String(bytes.length))
    assert.equal(answer.headers.get('cache-control'), 'public, max-age=31536000, immutable')
    assert.equal(answer.headers.get('x-content-type-options'), 'nosniff')
    assert.equal(
      answer.headers.get('content-security-policy'),
      "default-src 'none'; base-uri 'none'; form-action 'none'; sandbox",
    )
    const head = await service.callerWith(undefined).request('HEAD', new URL(url).pathname)
    assert.deepEqual([head.status, head.text, head.headers.get('content-length')], [200, '', String(bytes.length)])
  })

  test('no other file can be requested by its name', async () => {
    const { service, sha256 } = await openWithPictures()
    const film = Buffer.from('a film')
    await service.receive([message('C1', service.clock.now, { id: 'm1', content: { type: 'video' } })])
    await service.storeMedia('C1', 'm1', film)
    const names = [
      `${sha256}.jpg`,
      `${sha256}.svg`,
      sha256,
      `${hash('sha256', film, 'hex')}.png`,
      `${'0'.repeat(64)}.png`,
      '..%2F..%2Finnkeeper.db',
      'x.png',
    ]
    for (const name of names) {
      const answer = await service.callerWith(undefined).get(`/pictures/${name}`)
      assert.deepEqual([name, answer.status], [name, 404])
    }
  })
})

/** U1 and the channel have the picture, U2 has none. */
async function openWithPictures() {
  const service = await startTestService()
  await service.channel('C1', { owner: 'U1', members: ['U2'], subscribers: ['U1'] })
  const bytes = png('a face')
  const sha256 = hash('sha256', bytes, 'hex')
  await service.putFile(bytes)
  const picture = { id: 'https://platform.example/face', sha256, contentType: 'image/png' }
  const common = { at: service.clock.now, channelId: 'C1', picture }
  await service.store.write<'record-channel'>({ kind: 'record-channel', ...common })
  await service.store.write<'record-member'>({ kind: 'record-member', ...common, userId: 'U1', name: 'Una' })
  return { service, bytes, sha256, url: `${service.url}/pictures/${sha256}.png`, caller: await service.caller('U1') }
}
