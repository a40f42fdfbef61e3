import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createRandom } from '@innkeeper/testdata'
import { LeaseLost } from '../../../../src/domain/jobs/lease-lost.ts'
import type { CommandKind, CommandOf } from '../../../../src/ports/commands.ts'
import type { Store } from '../../../../src/ports/store.ts'
import { everyCommand } from '../../../support/commands/every-command.ts'
import { resultsOfJobs } from '../../../support/commands/run-command.ts'
import { type Draw, openWorld, receive } from '../../../support/commands/world.ts'
import { message } from '../../../support/content/events.ts'
import { type OpenStore, shareStoreWorld } from '../../store-world.ts'

/** A node that was frozen for longer than its lease doesn't know that someone else has its job by now. */
export function fenceSuite(open: OpenStore): void {
  const shared = shareStoreWorld(open)

  test('what a job writes is refused once its lease has been lost, whatever kind of result it is', async () => {
    const { store } = shared
    const world = await openWorld(createRandom('fence'), store, { groups: 2, spare: 0, expendable: 0 })
    // Something for each kind to be about.
    for (const group of world.groups) {
      const one = message(group.channelId, world.now(), { from: 'U1', content: { type: 'image' } })
      await receive(world, store, [{ ...one, hasFile: true }])
      group.sent.push(one)
      group.messages.push(one)
      group.pictures.push(one)
    }
    const claim = (lease: string, at: number) =>
      store.write<'claim-jobs'>({ kind: 'claim-jobs', at, lease, leaseMs: 1, limit: 50 })
    const [job] = await claim('before it froze', world.now() + 60_000)
    assert.ok(job)
    const { jobId } = job
    const again = await claim('of the other node', world.now() + 120_000)
    assert.ok(
      again.some((one) => one.jobId === jobId),
      'its lease has expired, so another node has it',
    )

    const first = await listChanges(store)
    for (const kind of resultsOfJobs) {
      const command = await draw(kind)
      const before = await listChanges(store)
      const late = { ...command, forJob: { jobId, lease: 'before it froze' } }
      await assert.rejects(store.write(late), LeaseLost, `${kind} was written late`)
      assert.deepEqual(await listChanges(store), before, `${kind} has changed something`)
      await store.write({ ...command, forJob: { jobId, lease: 'of the other node' } })
    }
    assert.notDeepEqual(await listChanges(store), first, 'control: the current lease changes something')

    await store.write<'finish-job'>({
      kind: 'finish-job',
      at: world.now(),
      jobId,
      lease: 'of the other node',
      outcome: { kind: 'done' },
    })
    const afterwards = { ...(await draw('lose-media')), forJob: { jobId, lease: 'of the other node' } }
    await assert.rejects(store.write(afterwards), LeaseLost, 'the job has ended')

    async function draw<Kind extends CommandKind>(kind: Kind): Promise<CommandOf<Kind>> {
      const command = await (everyCommand[kind] as Draw<Kind>).draw(world)
      assert.ok(command, kind)
      return command
    }
    /** Counts and states that results of jobs change. */
    async function listChanges(from: Store): Promise<unknown[]> {
      const seen = world.groups.map(async ({ channelNo, pictures }) => [
        await from.getChannel(channelNo),
        await from.listMembers(channelNo, undefined),
        await from.getBacklog(),
        await from.findMedia(channelNo, pictures[0]?.messageId ?? ''),
        await from.listSends(channelNo, allSends),
      ])
      return await Promise.all(seen)
    }
  })
}

const allSends = {
  since: 0,
  before: { at: Number.MAX_SAFE_INTEGER, sendId: 0 },
  limit: 100,
  state: undefined,
  ruleId: undefined,
  messageId: undefined,
}
