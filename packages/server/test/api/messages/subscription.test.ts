import assert from 'node:assert/strict'
import { test } from 'node:test'
import { edited, joined, left, unsent } from '../../support/content/chat-events.ts'
import { message } from '../../support/content/events.ts'
import { findRemains } from '../../support/hostile/remains.ts'
import type { Caller } from '../../support/http/caller.ts'
import { idsOf } from '../../support/http/walk.ts'
import { startTestService } from '../../support/test-service.ts'

const service = await startTestService()
const { now } = service.clock
const people = { owner: 'U-owner', admins: ['U-admin'], members: ['U-mika', 'U-ren'], guests: ['U-guest'] }
const [owner, admin, mika, ren, guest] = (await Promise.all(
  ['U-owner', 'U-admin', 'U-mika', 'U-ren', 'U-guest'].map((userId) => service.caller(userId)),
)) as [Caller, Caller, Caller, Caller, Caller]
const pathOf = (channel: string) => `/api/channels/${channel}/backup/subscribe`
const listOf = (channel: string) => `/api/channels/${channel}/backup/messages`
const backupOf = async (channel: string) => (await owner.get(`/api/channels/${channel}`)).body.config.backup.enabled
const readable = async (caller: Caller, channel: string) => {
  const answer = await caller.get(listOf(channel))
  return answer.status === 200 ? idsOf(answer) : answer.body.error
}

test('a member can subscribe and unsubscribe, and doing it twice changes nothing', async () => {
  const channel = await service.channel('C-twice', people)
  assert.equal(await backupOf(channel), false)
  assert.deepEqual((await mika.get(pathOf(channel))).body, { subscribed: false, since: null, subscribers: 0 })
  for (let round = 0; round < 2; round++) {
    const answer = await mika.post(pathOf(channel))
    assert.deepEqual([answer.status, answer.body], [200, { success: true }])
    const subscription = { subscribed: true, since: '2026-03-10T12:00:00Z', subscribers: 1 }
    assert.deepEqual((await mika.get(pathOf(channel))).body, subscription)
    assert.equal(await backupOf(channel), true)
  }
  for (let round = 0; round < 2; round++) {
    const answer = await mika.delete(pathOf(channel))
    assert.deepEqual([answer.status, answer.body], [200, { success: true }])
    assert.deepEqual((await mika.get(pathOf(channel))).body, { subscribed: false, since: null, subscribers: 0 })
    assert.equal(await backupOf(channel), false)
  }
})

test('subscribing accepts no body, an empty one or an empty object, and nothing else', async () => {
  const channel = await service.channel('C-bodies', people)
  const json = { 'content-type': 'application/json' }
  for (const method of ['POST', 'DELETE']) {
    for (const call of [{}, { headers: json, raw: '' }, { body: {} }, { headers: json, raw: ' { } ' }]) {
      assert.equal((await mika.request(method, pathOf(channel), call)).status, 200, JSON.stringify(call))
    }
    for (const call of [{ body: { since: 'now' } }, { body: [] }, { headers: json, raw: '{' }]) {
      assert.equal((await mika.request(method, pathOf(channel), call)).status, 400, JSON.stringify(call))
    }
  }
})

test('only subscribers can read the backup, whatever their role', async () => {
  const channel = await service.channel('C-only', { ...people, subscribers: ['U-mika'] })
  await service.receive([message(channel, now, { id: 'm1', content: { type: 'image' } })])
  await service.storeMedia(channel, 'm1', Buffer.from('x'))
  const media = `/api/channels/${channel}/backup/media`
  for (const path of [listOf(channel), `${listOf(channel)}/m1`, `${listOf(channel)}/none`, media, `${media}/m1`]) {
    for (const caller of [owner, admin, ren]) {
      const answer = await caller.get(path)
      assert.deepEqual([answer.status, answer.body], [403, { error: 'Not a subscriber' }], path)
    }
    assert.deepEqual((await guest.get(path)).body, { error: 'Permission denied' }, 'a guest gets that first')
  }
  assert.deepEqual(await readable(mika, channel), ['m1'])
})

test('a guest can neither subscribe nor read the subscription', async () => {
  const channel = await service.channel('C-guest', people)
  for (const method of ['GET', 'POST', 'DELETE']) {
    const answer = await guest.request(method, pathOf(channel))
    assert.deepEqual([answer.status, answer.body], [403, { error: 'Permission denied' }], method)
  }
  await owner.put(`/api/channels/${channel}/members/U-guest/role`, { role: 'member' })
  assert.equal((await guest.post(pathOf(channel))).status, 200)
})

test('unsubscribing ends access and keeps the data; subscribing again restores access', async () => {
  const channel = await service.channel('C-again', { ...people, subscribers: ['U-mika'] })
  await service.receive([message(channel, now, { id: 'kept' })])
  await mika.delete(pathOf(channel))
  assert.equal(await readable(mika, channel), 'Not a subscriber')
  await service.receive([message(channel, now + 1, { id: 'missed' })])
  await mika.post(pathOf(channel))
  await service.receive([message(channel, now + 2, { id: 'new' })])
  assert.deepEqual(await readable(mika, channel), ['kept', 'new'], 'what was sent in between was not saved')
})

test('one subscriber is enough to save messages for everyone', async () => {
  const channel = await service.channel('C-enough', { ...people, subscribers: ['U-mika', 'U-ren'] })
  await mika.delete(pathOf(channel))
  await service.receive([message(channel, now, { id: 'm1' })])
  await mika.post(pathOf(channel))
  assert.deepEqual(await readable(mika, channel), ['m1'])
})

test('members see how many people save messages, so the last one knows that nothing is saved after them', async () => {
  const channel = await service.channel('C-count', { ...people, subscribers: ['U-owner', 'U-mika', 'U-ren'] })
  const seenBy = async (caller: Caller) => (await caller.get(pathOf(channel))).body.subscribers
  const set = (backup: string) => owner.put(`/api/channels/${channel}/settings`, { backup })
  assert.deepEqual([await seenBy(owner), await seenBy(admin)], [3, 3], 'also for people who are not among them')
  await service.receive([left(channel, now + 1, 'U-ren')])
  assert.equal(await seenBy(owner), 2)
  await set('admins')
  assert.equal(await seenBy(owner), 1, 'a suspended subscription saves nothing')
  await set('off')
  assert.equal(await seenBy(owner), 0)
  await set('members')
  await owner.delete(pathOf(channel))
  assert.deepEqual([await seenBy(owner), await backupOf(channel)], [1, true])
  await mika.delete(pathOf(channel))
  assert.deepEqual([await seenBy(owner), await backupOf(channel)], [0, false])
})

test('leaving or becoming a guest ends a subscription, and returning does not renew it', async () => {
  const channel = await service.channel('C-leave', { ...people, subscribers: ['U-mika', 'U-ren'] })
  await service.receive([left(channel, now + 1, 'U-mika'), message(channel, now + 2, { id: 'm1' })])
  await owner.put(`/api/channels/${channel}/members/U-ren/role`, { role: 'guest' })
  assert.equal(await backupOf(channel), false)
  await service.receive([joined(channel, now + 3, 'U-mika'), message(channel, now + 4, { id: 'm2' })])
  await owner.put(`/api/channels/${channel}/members/U-ren/role`, { role: 'member' })
  assert.equal(await readable(mika, channel), 'Not a subscriber')
  assert.equal(await readable(ren, channel), 'Not a subscriber')
  await mika.post(pathOf(channel))
  assert.deepEqual(await readable(mika, channel), ['m1'])
})

test('the last subscriber who leaves ends the backup within the same delivery', async () => {
  const channel = await service.channel('C-last', { ...people, subscribers: ['U-mika'] })
  await service.receive([
    message(channel, now, { id: 'before' }),
    left(channel, now + 1, 'U-mika'),
    message(channel, now + 2, { id: 'after' }),
  ])
  await ren.post(pathOf(channel))
  assert.deepEqual(await readable(ren, channel), ['before'])
})

test('the setting backup suspends the people it excludes and restores them automatically', async () => {
  const channel = await service.channel('C-policy', { ...people, subscribers: ['U-mika', 'U-admin'] })
  const set = (backup: string) => owner.put(`/api/channels/${channel}/settings`, { backup })
  await service.receive([message(channel, now, { id: 'm1' })])
  const before = (await mika.get(pathOf(channel))).body

  await set('admins')
  assert.equal(await readable(mika, channel), 'Not a subscriber')
  assert.deepEqual((await mika.get(pathOf(channel))).body, { subscribed: false, since: null, subscribers: 1 })
  assert.deepEqual((await ren.post(pathOf(channel))).body, { error: 'Permission denied' })
  assert.deepEqual(await readable(admin, channel), ['m1'])
  assert.equal(await backupOf(channel), true)

  await set('off')
  assert.equal(await readable(admin, channel), 'Not a subscriber')
  assert.deepEqual((await owner.post(pathOf(channel))).body, { error: 'Permission denied' })
  assert.equal(await backupOf(channel), false)
  await service.receive([message(channel, now + 1, { id: 'unkept' })])

  await set('members')
  assert.deepEqual((await mika.get(pathOf(channel))).body, before, 'suspended, not deleted')
  assert.deepEqual(await readable(mika, channel), ['m1'])
  assert.deepEqual(await readable(admin, channel), ['m1'])
})

test('a person who is suspended can still unsubscribe, and is then not restored', async () => {
  const channel = await service.channel('C-suspended', { ...people, subscribers: ['U-mika'] })
  await owner.put(`/api/channels/${channel}/settings`, { backup: 'off' })
  assert.equal((await mika.delete(pathOf(channel))).status, 200)
  await owner.put(`/api/channels/${channel}/settings`, { backup: 'members' })
  assert.equal(await readable(mika, channel), 'Not a subscriber')
  assert.equal(await backupOf(channel), false)
})

test('without a subscriber no text is saved, and an unsent one is in no file any more', async () => {
  const quiet = await startTestService()
  const channel = await quiet.channel('C1', people)
  const say = (id: string, text: string) => message(channel, now, { id, content: { type: 'text', text } })
  await quiet.receive([say('m1', 'canary-before-anybody')])
  await quiet.subscribe(channel, 'U-mika')
  await quiet.receive([say('m2', 'canary-kept'), say('m3', `canary-unsent ${'long '.repeat(3000)}`)])
  await quiet.receive([edited(channel, now + 1, 'm3', 'canary-edited'), unsent(channel, now + 2, 'm3')])
  await (await quiet.caller('U-mika')).delete(pathOf(channel))
  await quiet.receive([say('m4', 'canary-after-all'), edited(channel, now + 3, 'm2', 'canary-edit-after-all')])
  await quiet.stop()
  assert.notDeepEqual(
    await findRemains(quiet.environment, ['canary-kept']),
    [],
    'the control: a text that is there is found',
  )
  for (const gone of ['before-anybody', 'unsent', 'edited', 'after-all', 'edit-after-all']) {
    assert.deepEqual(await findRemains(quiet.environment, [`canary-${gone}`]), [], gone)
  }
})
