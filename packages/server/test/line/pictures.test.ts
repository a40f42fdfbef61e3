import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Answer, answerWith, json, noConnection, plain, refusal, silence, startPlatform } from './platform.ts'

const home = 'https://profile.line-scdn.net/0habc'
const png =
  (body: string | Uint8Array<ArrayBuffer> = 'png', type = 'image/png') =>
  () =>
    new Response(body, { status: 200, headers: { 'content-type': type } })
const moved = (location: string) => plain(302, null, { location })

test('the picture of a person can be fetched from the platform', async (t) => {
  const { platform, connector } = await startPlatform(t)
  const picture = Buffer.from('89504e470d0a1a0a', 'hex')
  const mika = platform.addUser({ picture })
  const service = platform.addGroup({ members: [mika] })
  await service.invite()
  const profile = await connector.profiles.getMember({ channelId: service.groupId, type: 'group' }, mika.userId)
  const { bytes, contentType } = await connector.profiles.getPicture(profile.picture?.ref ?? '')
  assert.deepEqual(Buffer.from(bytes), picture)
  assert.match(contentType, /^image\//)
})

test("pictures come from the platform's hosts, without our token", async () => {
  for (const url of [
    home,
    'https://sprofile.line-scdn.net/x?y=1',
    'https://obs.line-apps.com/x',
    'https://a.b.line.me/x',
    'https://api.example.com/pictures/1',
    'https://data.example.com/pictures/1',
  ]) {
    const { connector, calls } = answerWith([png('png', 'Image/PNG; charset=x')])
    const { bytes, contentType } = await connector.profiles.getPicture(url)
    assert.deepEqual([Buffer.from(bytes).toString(), contentType], ['png', 'image/png'])
    assert.equal(calls[0]?.headers.get('authorization'), null)
  }
})

test('no other address is ever called', async () => {
  for (const url of [
    '',
    'picture.png',
    '//profile.line-scdn.net/x',
    'http://profile.line-scdn.net/x',
    'https://profile.line-scdn.net:8443/x',
    'https://me:you@profile.line-scdn.net/x',
    'https://profile.line-scdn.net@evil.example/x',
    'https://line-scdn.net.evil.example/x',
    'https://evilline-scdn.net/x',
    'https://line.me.evil.example/',
    'https://profile.line-scdn.net.:443/x',
    'http://api.example.com/x',
    'https://api.example.com:444/x',
    'https://127.0.0.1/x',
    'https://[::1]/x',
    'http://169.254.169.254/latest',
    'file:///etc/passwd',
    'data:image/png;base64,AAAA',
  ]) {
    const { connector, calls } = answerWith([png()])
    await assert.rejects(connector.profiles.getPicture(url), refusal('invalid', /not on a host of LINE/), url)
    assert.equal(calls.length, 0, url)
  }
})

test('a redirected picture is followed only within the platform, and not forever', async () => {
  const { connector, calls } = answerWith([moved('/elsewhere'), moved('https://obs.line-scdn.net/x'), png()])
  await connector.profiles.getPicture(home)
  assert.deepEqual(
    calls.map(({ url }) => url),
    [home, 'https://profile.line-scdn.net/elsewhere', 'https://obs.line-scdn.net/x'],
  )
  for (const away of ['http://127.0.0.1/', 'https://evil.example/', 'http://profile.line-scdn.net/x']) {
    const other = answerWith([moved(away), png()])
    await assert.rejects(other.connector.profiles.getPicture(home), refusal('invalid'))
    assert.equal(other.calls.length, 1)
  }
  await assert.rejects(answerWith([moved(home)]).connector.profiles.getPicture(home), refusal('invalid', /redirects/))
})

test('only pictures are accepted, and only up to 5 MiB', async () => {
  const get = (answer: Answer) => answerWith([answer]).connector.profiles.getPicture(home)
  for (const type of ['image/jpeg', 'image/webp', 'image/gif'])
    assert.equal((await get(png('x', type))).contentType, type)
  for (const type of ['text/html', 'image/svg+xml', 'application/octet-stream', ''])
    await assert.rejects(get(png('x', type)), refusal('invalid', /must be one of image/), type)
  const limit = 5 * 1024 * 1024
  assert.equal((await get(png(new Uint8Array(limit)))).bytes.length, limit)
  await assert.rejects(get(png(new Uint8Array(limit + 1))), refusal('invalid', /larger than/))
})

test('a missing picture and a host that does not respond are reported as such', async () => {
  const get = (answer: Answer) => answerWith([answer]).connector.profiles.getPicture(home)
  await assert.rejects(get(json(404, {})), refusal('not-found'))
  await assert.rejects(get(json(403, {})), refusal('forbidden'))
  await assert.rejects(get(json(500, {})), silence())
  await assert.rejects(get(noConnection), silence())
})
