import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { AxeBuilder } from '@axe-core/playwright'
import type { OperatorReport } from '@innkeeper/contract'
import { openBrowser } from '../../../../../scripts/browser.ts'
import { assertClean, openConsole } from '../../support/console.ts'
import { startTestService } from '../../support/test-service.ts'

const service = await startTestService()
const browser = await openBrowser()
after(() => browser.close())

/** As PostgreSQL would report them: the second one has a wrong clock. */
function reportNodes(): OperatorReport['nodes'] {
  const now = Date.now()
  const common = { version: '1.4.0', media: 'the bucket inn at s3.internal', startedAt: new Date(now).toISOString() }
  const seenAt = new Date(now).toISOString()
  return [
    {
      ...common,
      id: 'n1',
      name: 'inn-1',
      address: 'http://10.0.0.1:8080',
      clockAheadMs: 12,
      duties: ['index', 'partitions', 'deleted rules'],
      jobsLastMinute: 30,
      seenAt,
    },
    {
      ...common,
      id: 'n2',
      name: 'inn-2',
      address: 'http://10.0.0.2:8080',
      clockAheadMs: -61_000,
      duties: [],
      jobsLastMinute: 10,
      seenAt,
    },
  ]
}

test('the operator sees every node with its address, shared tasks, clock and share of the jobs', async () => {
  const watched = await openConsole(browser, service, 'U-operator', '/operator', {
    isOperator: true,
    async prepare(context) {
      await context.route('**/api/operator', async (route) => {
        const response = await route.fetch()
        const report = (await response.json()) as OperatorReport
        await route.fulfill({ response, json: { ...report, nodes: reportNodes() } })
      })
    },
  })
  const { page } = watched
  const table = page.getByRole('table').filter({ hasText: 'Share of jobs' })
  await table.waitFor()
  const rows = await Promise.all(
    (await table.getByRole('row').all()).map(async (row) => {
      const cells = await row.locator('th, td').allInnerTexts()
      return cells.map((cell) => cell.replace(/\s+/g, ' ').trim())
    }),
  )
  assert.deepEqual(
    rows.map((cells) => cells.slice(0, -1)),
    [
      ['Node', 'Address', 'Media files', 'Shared tasks', 'Clock', 'Share of jobs'],
      [
        'inn-1 Version 1.4.0',
        'http://10.0.0.1:8080',
        'the bucket inn at s3.internal',
        'Search index, Partitions, Deleted rules',
        'Accurate',
        '75%',
      ],
      [
        'inn-2 Version 1.4.0',
        'http://10.0.0.2:8080',
        'the bucket inn at s3.internal',
        'Nothing right now',
        '61 s behind',
        '25%',
      ],
    ],
  )
  await page.setViewportSize({ width: 390, height: 844 })
  const overflow = await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth')
  assert.ok(overflow <= 0, 'on a phone, only the table scrolls sideways')
  const { violations } = await new AxeBuilder({ page }).setLegacyMode().analyze()
  const worst = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical')
  assert.deepEqual(
    worst.map(({ id }) => id),
    [],
  )
  assertClean(watched)
})
