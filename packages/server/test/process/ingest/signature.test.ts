import assert from 'node:assert/strict'
import { test } from 'node:test'
import { again, bodyOf, channelSecret, drawRandom, sign } from '../../support/line/line-load.ts'
import { startLineService } from '../../support/line/line-service.ts'

const oldSecret = 'canary-old-channel-secret-91c4'
const anotherBot = `U${'a'.repeat(32)}`

test('only what the platform signed is accepted; everything else gets 401 and leaves nothing behind', async (context) => {
  const random = drawRandom(context)
  const testService = await startLineService(random, { groups: 1, env: { LINE_CHANNEL_SECRET_OLD: oldSecret } })
  const fresh = (text?: string, destination?: string) => bodyOf([testService.chat(text).event], destination)
  const body = fresh()
  const good = sign(body)
  const pretty = JSON.stringify(JSON.parse(body), null, 1)
  const escaped = fresh('傘 ☔ 👨‍👩‍👧').replace(
    /[^ -~]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
  const refused: [what: string, body: string | Uint8Array, signature: string | undefined][] = [
    ['none', body, undefined],
    ['an empty one', body, ''],
    ['a blank one', body, ' '],
    ["another secret's", body, sign(body, 'not-the-secret')],
    ['the secret with a space', body, sign(body, `${channelSecret} `)],
    ["another body's", body, sign(fresh())],
    ['for another bot, correctly signed', fresh('x', anotherBot), undefined],
    ['cut short', body, good.slice(0, -4)],
    ['without its padding', body, good.slice(0, -1)],
    ['with something appended', body, `${good}A`],
    ['twice', body, `${good}, ${good}`],
    ['in hex', body, Buffer.from(good, 'base64').toString('hex')],
    ['in base64url', ...inUrlForm(fresh)],
    ['of the body before it was reformatted', pretty, good],
    ['of the body with its characters unescaped', escaped, sign(JSON.stringify(JSON.parse(escaped)))],
    ['of a body with one more space', `${body} `, good],
    ['of a body without its last byte', body.slice(0, -1), good],
    ['of nothing', body, sign('')],
  ]
  for (const [what, bytes, signature] of refused) {
    const isForAnother = what.startsWith('for another bot')
    const answer = await testService.webhookSender.post(bytes, isForAnother ? sign(bytes) : signature)
    assert.equal(answer.status, 401, `${what}: ${answer.text}`)
    assert.deepEqual(Object.keys(JSON.parse(answer.text)), ['error'], what)
  }
  assert.deepEqual(await testService.readBack(), [])

  const taken: [what: string, body: string | Uint8Array, signature: string][] = [
    ['the body that was refused before', body, good],
    ['signed with the old secret', ...signedBy(fresh(), oldSecret)],
    ['raw multi-byte characters', ...signedBy(fresh('傘 ☔ 👨‍👩‍👧 สวัสดี'), channelSecret)],
    ['escaped characters', ...signedBy(escaped, channelSecret)],
    ['spaces everywhere', ...signedBy(JSON.stringify(JSON.parse(fresh()), null, 1), channelSecret)],
    ['no events at all', ...signedBy(bodyOf([]), channelSecret)],
  ]
  for (const [what, bytes, signature] of taken) {
    const answer = await testService.webhookSender.post(bytes, signature)
    assert.equal(answer.status, 200, `${what}: ${answer.text}`)
  }
  assert.equal((await testService.readBack()).length, taken.length - 1)
  await testService.webhookSender.deliver(again(JSON.parse(body).events[0]))
  assert.equal((await testService.readBack()).length, taken.length - 1)
  assert.equal((await testService.service.stop()).code, 0)
})

function signedBy(body: string, secret: string): [string, string] {
  return [body, sign(body, secret)]
}

/** A body whose signature is different in base64url. Most are, but not all. */
function inUrlForm(fresh: () => string): [string, string] {
  for (;;) {
    const body = fresh()
    const signature = sign(body).replaceAll('+', '-').replaceAll('/', '_')
    if (signature !== sign(body)) return [body, signature]
  }
}
