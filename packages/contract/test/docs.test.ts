import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { budgets, errors, listRoutes } from '@innkeeper/contract'

const page = readFileSync(new URL('../../../docs/contract.md', import.meta.url), 'utf8')

test('docs/contract.md lists every error with its status and message, and no others', () => {
  const rows = [...page.matchAll(/^\| `([\w-]+)` \| (\d{3}) \| `([^`]+)` \|/gm)]
  assert.deepEqual(
    rows.map(([, code, status, sentence]) => ({ code, status: Number(status), sentence })),
    Object.entries(errors).map(([code, { status, sentence }]) => ({ code, status, sentence })),
  )
})

test('docs/contract.md lists the budget of every kind of expensive work, with its routes', () => {
  const rows = [...page.matchAll(/^\| `([\w-]+)` \| ([^|]+) \| (\d+) \| (\d+) \| (\d+) \| (\d+) \|$/gm)]
  const documented = rows.map(([, cost, , ...numbers]) => [cost, ...numbers.map(Number)])
  const expected = Object.entries(budgets).map(([cost, { person, channel }]) => {
    return [cost, person.atOnce, person.aMinute, channel.atOnce, channel.aMinute]
  })
  assert.deepEqual(documented, expected)
  for (const { route } of listRoutes()) {
    if (!route.cost) continue
    const row = rows.find(([, cost]) => cost === route.cost)
    const path = route.path.replace('/api/channels/:channelId', '…')
    assert.ok(row?.[2]?.includes(`\`${route.method} ${path}\``), `${route.method} ${path} under ${route.cost}`)
  }
})
