import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startPulse } from '../../src/jobs/pulse.ts'
import type { NodeReport } from '../../src/ports/storage/nodes.ts'

/** A server whose clock differs from this machine's, and that can refuse writes. */
function fakeNodes() {
  const server = { aheadMs: 0, isReadOnly: false, reports: [] as NodeReport[], withdrawn: [] as string[] }
  const nodes = {
    async report(report: NodeReport) {
      if (server.isReadOnly) throw new Error('read-only')
      server.reports.push(report)
      return Date.now() + server.aheadMs
    },
    async withdraw(id: string) {
      server.withdrawn.push(id)
    },
  }
  return { server, nodes }
}

const self = { name: 'n1', version: '1.2.3', media: 'the data folder' }
const isAbout = (value: number, expected: number) =>
  assert.ok(Math.abs(value - expected) < 500, `${value} ≈ ${expected}`)

test('the clock of a node is the server’s, whatever its machine says', async (context) => {
  for (const aheadMs of [-120_000, 0, 120_000]) {
    const { server, nodes } = fakeNodes()
    server.aheadMs = aheadMs
    const pulse = await startPulse({ nodes, self })
    context.after(pulse.stop)
    isAbout(pulse.clock(), Date.now() + aheadMs)
    assert.equal(pulse.mayClaim(), aheadMs === 0)
    isAbout(server.reports.at(-1)?.clockAheadMs ?? Number.NaN, -aheadMs)
  }
})

test('a clock that is 2 seconds off causes a warning; beyond 30 seconds no jobs are claimed', async (context) => {
  const cases: [aheadMs: number, mayClaim: boolean, warning: RegExp | undefined][] = [
    [1_000, true, undefined],
    [-3_000, true, /is 3\.0 seconds ahead of the database server's\. Synchronize/],
    [20_000, true, /is 20\.0 seconds behind the database server's\. Synchronize/],
    [40_000, false, /is 40\.0 seconds behind the database server's, so this node runs no jobs\./],
  ]
  for (const [aheadMs, mayClaim, warning] of cases) {
    const { server, nodes } = fakeNodes()
    server.aheadMs = aheadMs
    const pulse = await startPulse({ nodes, self })
    context.after(pulse.stop)
    assert.equal(pulse.mayClaim(), mayClaim, `${aheadMs}`)
    assert.equal(pulse.warnings().length, warning ? 1 : 0)
    if (warning) assert.match(pulse.warnings()[0] ?? '', warning)
  }
})

test('while the server accepts no writes there is a problem, and it ends with the next write', async () => {
  const { server, nodes } = fakeNodes()
  server.isReadOnly = true
  const pulse = await startPulse({ nodes, self })
  assert.equal(await pulse.findProblem(), 'the store accepts no writes')
  server.isReadOnly = false
  await new Promise((resolve) => setTimeout(resolve, 1_100))
  assert.equal(await pulse.findProblem(), undefined)
  await pulse.stop()
  assert.deepEqual(server.withdrawn, [server.reports[0]?.id])
})
