import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { drawRandom, inParallel } from '../../support/line/line-load.ts'
import { startLineService } from '../../support/line/line-service.ts'
import { newFolder } from '../../support/process/process.ts'
import { sabotaged } from '../../support/process/sabotage.ts'
import { checkTrace, type Verdict } from '../../support/process/sync-trace.ts'
import { isSoak } from '../../support/soak.ts'

// Killing the process proves nothing about the disk, because the kernel still has what it wrote. So this test traces the system
// calls: between the write of a message and its acknowledgement, there must be a sync.

const messages = isSoak ? 2_000 : 60
const absence = 'NOT TESTED HERE: strace is missing or not permitted, so syncs to the disk were not checked'
const skip = canTrace() ? false : absence
// Only stops the service at the traced calls, if this strace supports it.
const quickly = canTrace('-f', '--seccomp-bpf') ? ['--seccomp-bpf'] : []

test('no message is acknowledged before it is on disk', { skip, timeout: 300_000 }, async (context) => {
  const { checked, early } = await trace(context, {})
  assert.ok(checked >= messages, `${checked} acknowledgements were found in the trace`)
  assert.deepEqual(early, [])
})

test('control: commits that do not wait for the disk are detected', { skip, timeout: 300_000 }, async (context) => {
  const { checked, early } = await trace(context, sabotaged('normal'))
  assert.ok(early.length > checked / 2, `${early.length} of ${checked}`)
})

async function trace(context: TestContext, env: Record<string, string>): Promise<Verdict> {
  const random = drawRandom(context)
  const file = join(newFolder(), 'trace')
  const calls = 'trace=read,write,writev,pwrite64,fsync,fdatasync'
  // As a grandchild (-D), so that the test's signals reach the service and not strace.
  const under = ['strace', '-D', '-f', ...quickly, '-y', '-s', '4200', '-e', calls, '-e', 'signal=none', '-o', file]
  const testService = await startLineService(random, { groups: 1, under, env })
  let left = messages
  await inParallel(
    8,
    () => (left-- > 0 ? testService.chat() : undefined),
    async ({ event }) => assert.equal((await testService.webhookSender.deliver(event)).status, 200),
  )
  assert.equal((await testService.service.stop()).code, 0)
  const verdict = checkTrace(await whole(file))
  context.diagnostic(`${verdict.checked} acknowledgements, ${verdict.early.length} before the disk`)
  return verdict
}

/** Waits until the trace is complete, because strace ends shortly after the service. */
async function whole(file: string): Promise<string> {
  for (;;) {
    const text = readFileSync(file, 'latin1')
    const [pid] = text.split(' ', 1)
    if (text.includes(`\n${pid} +++ exited with 0 +++`) || new RegExp(`^${pid} +\\+\\+\\+ `, 'm').test(text))
      return text
    await setTimeout(20)
  }
}

function canTrace(...options: string[]): boolean {
  return spawnSync('strace', [...options, '-o', '/dev/null', 'true']).status === 0
}
