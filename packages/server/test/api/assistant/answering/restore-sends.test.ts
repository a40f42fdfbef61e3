import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { signInAs, signInWithLink } from '../../../../src/actions/accounts/sign-ins.ts'
import { issueKey, issueLinkCode } from '../../../../src/actions/storage/operator.ts'
import { seedChannel } from '../../../store/seed-channel.ts'
import { joined } from '../../../support/content/chat-events.ts'
import { message } from '../../../support/content/events.ts'
import { newFolder, withData } from '../../../support/process/process.ts'
import { noon, restore, takeSnapshot } from '../../../support/snapshots.ts'

const later = noon + 600_000
const speaking = ['send-reply', 'push-message', 'find-answer', 'ask-model', 'greet-newcomers'] as const

test('messages that were about to be sent when a snapshot was made are not sent again after a restore', async () => {
  const live = newFolder()
  const target = join(newFolder(), 'backup')
  await withData(live, async ({ store }) => {
    await seedChannel(store, 'C1', { owner: 'U1' }, noon)
    const head = { by: { kind: 'operator' }, at: noon, channelId: 'C1' } as const
    const welcome = { enabled: true, message: 'Welcome!' }
    await store.write<'change-welcome'>({ kind: 'change-welcome', ...head, change: welcome })
    const reply = { token: 'r1', expiresAt: null, isOneUse: true, cost: 'free' } as const
    const help = message('C1', noon, { from: 'U1', content: { type: 'text', text: '/help' } })
    const events = [
      { ...help, reply },
      { ...joined('C1', noon, 'U2', 'Kim'), reply: { ...reply, token: 'r2' } },
    ]
    await store.write<'receive-events'>({ kind: 'receive-events', platform: 'test', unread: [], at: noon, events })
  })
  await takeSnapshot(live, target)
  const restored = join(newFolder(), 'new')
  await restore(target, restored)

  assert.deepEqual(await stateOf(restored), { jobs: [], greeted: { again: null }, log: ['command unknown'] })
  const control = await stateOf(live)
  assert.deepEqual(control.jobs, ['greet-newcomers', 'send-reply'], 'control: without a restore it is sent')
  assert.deepEqual(control.log.toSorted(), ['command waiting', 'welcome waiting'])
})

test('no one is signed in after a restore, because they may have signed out since; keys stay', async () => {
  const live = newFolder()
  const target = join(newFolder(), 'backup')
  const browser = { userAgent: undefined, held: [], adds: false }
  const count = (dataDir: string) =>
    withData(dataDir, async ({ store }) => [
      (await store.listKeysOf('U1')).length,
      (await store.listSignInsOf('U1')).length,
      await signInWithLink({ store, clock: () => noon }, code, browser).then(
        ({ signedIn }) => signedIn.userId,
        (error: Error) => error.message,
      ),
    ])
  const code = await withData(live, async ({ store }) => {
    const deps = { store, clock: () => noon }
    await issueKey(deps, { userId: 'U1', name: '', scope: 'full', expiresAt: null })
    await signInAs(deps, 'U1', browser)
    return (await issueLinkCode(deps, 'U1')).code
  })
  await takeSnapshot(live, target)
  const restored = join(newFolder(), 'new')
  await restore(target, restored)
  assert.deepEqual(await count(restored), [1, 0, 'This link is not valid any more; ask for a new one'])
  assert.deepEqual(await count(live), [1, 1, 'U1'], 'control: without a restore they are')
})

/** The due jobs, what happens to newcomers, and the send log. */
function stateOf(dataDir: string) {
  return withData(dataDir, async ({ store }) => {
    const lease = { at: later, lease: 'test', leaseMs: 1_000, limit: 10 }
    const jobs = await store.write<'claim-jobs'>({ kind: 'claim-jobs', ...lease, kinds: speaking })
    const greeted = await store.write<'greet-newcomers'>({ kind: 'greet-newcomers', at: later, channelId: 'C1' })
    const all = { since: 0, limit: 100, state: undefined, ruleId: undefined, messageId: undefined }
    const before = { at: Number.MAX_SAFE_INTEGER, sendId: 0 }
    const { sends } = await store.listSends((await store.findChannelNo('C1')) ?? 0, { ...all, before })
    return {
      jobs: jobs.map(({ job }) => job.kind).sort(),
      greeted,
      log: sends.map(({ send }) => `${send.kind} ${send.state}`),
    }
  })
}
