import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { issueLinkCode } from '../../../src/actions/storage/operator.ts'
import { message } from '../../support/content/events.ts'
import { openBrowser } from '../../support/http/browser.ts'
import { startTestService } from '../../support/test-service.ts'

const service = await startTestService()
const start = service.clock.now
const minute = 60_000

async function openGroups(person: string) {
  const [first, second] = [`C-1-${person}`, `C-2-${person}`]
  await service.channel(first, { owner: person, members: ['U-ann'], subscribers: ['U-ann'] })
  await service.channel(second, { owner: 'U-ann', members: [person], subscribers: ['U-ann'] })
  for (const [n, channelId] of [first, second].entries()) {
    await service.receive([
      message(channelId, start + minute + n, {
        from: person,
        name: 'Ben',
        content: { type: 'text', text: 'from Ben' },
      }),
      message(channelId, start + 2 * minute + n, { from: 'U-ann', content: { type: 'text', text: 'from Ann' } }),
    ])
  }
  return { first, second, ann: await service.caller('U-ann') }
}

describe('a person who erases themselves', () => {
  test('is gone from every channel, signed out everywhere, and told what was erased', async () => {
    const { first, second, ann } = await openGroups('U-ben')
    const [ben, other] = [await service.caller('U-ben'), await service.caller('U-ben')]
    const { status, body } = await ben.post('/api/me/erasure', { confirm: ' Ben ' })
    assert.equal(status, 200)
    assert.deepEqual(body, { isFinished: true, messages: 2, versions: 0, mediaFiles: 0, mediaBytes: 0, members: 2 })
    for (const caller of [ben, other]) assert.equal((await caller.get('/api/me')).status, 401)
    for (const channelId of [first, second]) {
      const path = `/api/channels/${channelId}`
      const { text } = await ann.get(`${path}/backup/messages`)
      assert.ok(text.includes('from Ann') && !text.includes('from Ben'), text)
      assert.ok(!(await ann.get(`${path}/members`)).text.includes('U-ben'))
      assert.equal((await ann.get(`${path}/members/U-ben`)).status, 404)
    }
    const { entries } = (await ann.get(`/api/channels/${second}/audit`)).body
    assert.ok(!JSON.stringify(entries).includes('U-ben'))
  })

  test('has to type their name, and needs a key that can change things', async () => {
    const { first } = await openGroups('U-cat')
    const cat = await service.caller('U-cat')
    const reader = await service.caller('U-cat', { scope: 'read' })
    assert.equal((await reader.post('/api/me/erasure', { confirm: 'Ben' })).status, 403)
    for (const wrong of [
      {},
      { confirm: '' },
      { confirm: 'ben' },
      { confirm: 'U-cat' },
      { confirm: 'Ben', userId: 'U-ann' },
    ]) {
      const answer = await cat.post('/api/me/erasure', wrong)
      assert.equal(answer.status, 400, JSON.stringify(wrong))
    }
    const refused = await cat.post('/api/me/erasure', { confirm: 'nonsense' })
    assert.deepEqual(refused.body, { error: 'confirm must be your display name, "Ben", to erase yourself' })
    assert.equal((await cat.get(`/api/channels/${first}/kept`)).body.items[0].count, 1, 'nothing was erased')
  })

  test('in a browser loses its cookie', async () => {
    await openGroups('U-dan')
    const deps = { store: service.store, clock: () => service.clock.now }
    const browser = openBrowser(service)
    await browser.post('/sign-in/link', { code: (await issueLinkCode(deps, 'U-dan')).code })
    assert.equal(browser.cookies.size, 1)
    const answer = await browser.post('/api/me/erasure', { confirm: 'Ben' })
    assert.equal(answer.status, 200)
    assert.equal(browser.cookies.size, 0)
    assert.equal((await browser.get('/api/me')).status, 401)
  })
})
