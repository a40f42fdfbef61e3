import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Client } from 'pg'
import { openTestDatabase } from '../../../../../scripts/postgres.ts'
import { message } from '../../support/content/events.ts'
import { eventually } from '../../support/eventually.ts'
import { fakeDelivery } from '../../support/line/fake-platform.ts'
import { startTestService } from '../../support/test-service.ts'

test('a database that is gone, or whose user lost its permissions, counts as not answering', async (t) => {
  const { url, name } = await openTestDatabase()
  const [mine, server] = [new URL(url), new URL(url)]
  mine.username = mine.password = name
  server.pathname = '/postgres'
  const [client, admin] = [url, server.href].map((connectionString) => new Client({ connectionString }))
  assert.ok(client && admin)
  client.on('error', () => undefined)
  await Promise.all([client.connect(), admin.connect()])
  t.after(async () => {
    await admin.query(`drop database if exists ${name} with (force)`)
    await admin.query(`drop role ${name}`)
    await Promise.all([client.end(), admin.end()])
  })
  await client.query(`create role ${name} login password '${name}'; grant create on schema public to ${name}`)
  const service = await startTestService({ INNKEEPER_DATABASE_URL: mine.href })
  const owner = await service.caller('U1')
  const statuses = async () => {
    const { headers, raw } = fakeDelivery({ events: [message('C1', service.clock.now, { from: 'U1' })] })
    const [read, written, ready] = await Promise.all([
      owner.get('/api/channels'),
      fetch(`${service.url}/webhooks/fake`, { method: 'POST', headers, body: raw }),
      fetch(`${service.url}/ready`),
    ])
    return [read.status, written.status, ready.status]
  }
  assert.deepEqual(await statuses(), [200, 200, 200])

  await client.query(`revoke all on all tables in schema public from ${name}`)
  assert.deepEqual(await statuses(), [503, 503, 503])
  await client.query(`grant all on all tables in schema public to ${name}`)
  await eventually(statuses, (found) => found.every((status) => status === 200))

  await admin.query(`drop database ${name} with (force)`)
  assert.deepEqual(await statuses(), [503, 503, 503])
  await service.stop()
})
