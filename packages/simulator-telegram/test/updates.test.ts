import assert from 'node:assert/strict'
import { test } from 'node:test'
import { everyKind, openTelegram } from './support/telegram.ts'

const day = 24 * 3_600_000
const hour = 3_600_000

test('an update stays until an offset beyond it is used', async () => {
  const { flat, mai, getUpdates, time } = await openTelegram()
  flat.invite({ asAdmin: true })
  const { updateId = 0 } = flat.say(mai, 'hello')
  flat.say(mai, 'again')
  const first = await getUpdates()
  assert.deepEqual(first.map(({ update_id }) => update_id).slice(-2), [updateId, updateId + 1])
  time.now += 1_000
  assert.deepEqual(await getUpdates(), first, 'nothing was confirmed')
  const rest = await getUpdates({ offset: updateId + 1 })
  assert.deepEqual(
    rest.map(({ update_id }) => update_id),
    [updateId + 1],
  )
  time.now += 1_000
  assert.deepEqual(await getUpdates(), rest, 'the earlier ones are gone for good')
})

test('a negative offset drops all but the last updates', async () => {
  const { flat, mai, getUpdates } = await openTelegram()
  flat.invite({ asAdmin: true })
  for (const text of ['1', '2', '3']) flat.say(mai, text)
  const [update] = await getUpdates({ offset: -1 })
  assert.equal((update?.message as { text: string } | undefined)?.text, '3')
  assert.equal((await getUpdates({ offset: 0 })).length, 1)
})

test('an offset far ahead of the queue is ignored', async () => {
  const { telegram, flat, mai, getUpdates } = await openTelegram()
  flat.invite({ asAdmin: true })
  flat.say(mai, 'hello')
  const count = telegram.updates.list().length
  assert.equal((await getUpdates({ offset: telegram.updates.nextId + 11 })).length, count)
  assert.equal(
    (await getUpdates({ offset: telegram.updates.nextId + 10 })).length,
    0,
    'a little ahead confirms everything',
  )
  assert.equal(telegram.updates.list().length, 0)
})

test('the same offset within half a second gets one update', async () => {
  const { flat, mai, getUpdates, time } = await openTelegram()
  flat.invite({ asAdmin: true })
  for (const text of ['1', '2', '3']) flat.say(mai, text)
  const offset = Number((await getUpdates({ offset: 5 }))[0]?.update_id)
  assert.ok((await getUpdates({ offset })).length > 1)
  assert.equal((await getUpdates({ offset })).length, 1)
  time.now += 500
  assert.ok((await getUpdates({ offset })).length > 1)
})

test('updates expire a day after what they tell happened', async () => {
  const { flat, mai, getUpdates, time } = await openTelegram()
  flat.invite({ asAdmin: true })
  assert.deepEqual(flat.say(mai, 'too old', { at: time.now - day }).why, 'too old')
  flat.say(mai, 'nearly too old', { at: time.now - day + hour })
  flat.say(mai, 'new')
  time.now += hour
  const texts = (await getUpdates()).map(({ message }) => (message as { text?: string } | undefined)?.text)
  assert.equal(texts.includes('nearly too old'), false)
  assert.equal(texts.includes('new'), true)
})

test('after a quiet week, ids continue at a random number', async () => {
  const { telegram, flat, mai, drain, time } = await openTelegram()
  flat.invite({ asAdmin: true })
  await drain()
  const next = telegram.updates.nextId
  time.now += 6 * day
  assert.equal(flat.say(mai, 'in time').updateId, next)
  await drain()
  time.now += 7 * day
  assert.notEqual(flat.say(mai, 'a week later').updateId, next + 1)
})

test('the list of wanted kinds stays until another one is sent', async () => {
  const { telegram, flat, ken, mai, call } = await openTelegram()
  flat.invite({ asAdmin: true })
  await call('getUpdates', { allowed_updates: ['message'] })
  await call('getUpdates', {})
  const joined = flat.kick(ken)
  assert.deepEqual(joined.member, { why: 'not asked for' })
  await call('getUpdates', { allowed_updates: [] })
  assert.deepEqual(
    flat.join(ken).member,
    { why: 'not asked for' },
    'an empty list means the default, without chat_member',
  )
  await call('getUpdates', { allowed_updates: everyKind })
  const { updateId } = flat.kick(ken).member
  assert.equal(flat.say(mai, 'and then').updateId, Number(updateId) + 1, 'unwanted kinds use up no id')
  assert.deepEqual((await call('getWebhookInfo')).result.allowed_updates, everyKind)
  assert.equal(telegram.updates.list().length > 0, true)
})

test('a call that waits is answered by what happens, and ended by another call', async () => {
  const { flat, mai, call, drain, waits } = await openTelegram()
  flat.invite({ asAdmin: true })
  await drain()
  const waiting = call('getUpdates', { timeout: 50 })
  await waits(1)
  flat.say(mai, 'one')
  flat.say(mai, 'two')
  const { result } = await waiting
  assert.equal(result.length, 2)
  const offset = result[1].update_id + 1
  const first = call('getUpdates', { timeout: 50, offset })
  await waits(2)
  const second = call('getUpdates', { timeout: 50, offset })
  const ended = await first
  assert.deepEqual(ended.body, {
    ok: false,
    error_code: 409,
    description: 'Conflict: terminated by other getUpdates request; make sure that only one bot instance is running',
  })
  const set = call('setWebhook', { url: 'https://bot.example/hook' })
  assert.equal((await second).body.description, 'Conflict: terminated by setWebhook request')
  assert.equal((await set).result, true)
  const refused = await call('getUpdates', { timeout: 0 })
  assert.match(refused.body.description, /^Conflict: can't use getUpdates method while webhook is active/)
  await call('deleteWebhook')
  assert.equal((await call('getUpdates', { timeout: 0 })).status, 200)
})

test('a call that does not wait ends no other one', async () => {
  const { telegram, flat, mai, call, drain, waits } = await openTelegram()
  flat.invite({ asAdmin: true })
  await drain()
  const waiting = call('getUpdates', { timeout: 50, offset: -1 })
  await waits(1)
  telegram.updates.hold()
  flat.say(mai, 'one')
  const empty = await call('getUpdates', { timeout: 0 })
  telegram.updates.release()
  const own = await waiting
  assert.deepEqual([empty.result.length, own.result.length], [0, 1])
})

test('an answer that was lost is repeated, because nothing was confirmed', async () => {
  const { telegram, flat, mai, call, drain, time } = await openTelegram()
  flat.invite({ asAdmin: true })
  await drain()
  const { updateId } = flat.say(mai, 'hello')
  telegram.faults.add({ on: 'getUpdates', do: 'accept-then-drop', times: 1 })
  await assert.rejects(call('getUpdates', { timeout: 0 }))
  time.now += 1_000
  const { result } = await call('getUpdates', { timeout: 0 })
  assert.deepEqual(
    result.map(({ update_id }: { update_id: number }) => update_id),
    [updateId],
  )
})
