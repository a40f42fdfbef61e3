import assert from 'node:assert/strict'
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { startWebhookReceiver, webhookSecret } from '../../../support/alerts/webhook-receiver.ts'
import { eventually } from '../../../support/eventually.ts'
import { mountSmallDisk, noSmallDisk } from '../../../support/process/small-disk.ts'
import { openTestEnvironment } from '../../../support/test-environment.ts'
import { startTestService } from '../../../support/test-service.ts'

const minute = 60_000

test('a disk that fills up is shown and told with what is left, and so is that there is room again', {
  skip: noSmallDisk,
}, async () => {
  const receiver = await startWebhookReceiver()
  const disk = mountSmallDisk('64m')
  const environment = await openTestEnvironment()
  const at = { ...environment, dataDir: disk, env: { ...environment.env, INNKEEPER_DATA: disk } }
  const service = await startTestService(
    {
      INNKEEPER_ALERT_WEBHOOK_URL: receiver.url,
      INNKEEPER_ALERT_WEBHOOK_SECRET: webhookSecret,
      INNKEEPER_ALERT_WEBHOOK_ALLOW: receiver.host,
    },
    { connectors: [], at },
  )
  const operator = await service.caller('U-operator', { isOperator: true })
  const diskNow = async () => (await operator.get('/api/operator')).body.disk
  const told = (type: string) =>
    eventually(
      () => receiver.received.find(({ event }) => event.type === type && event.data.kind === 'disk-low')?.event,
      (found) => found !== undefined,
    )
  assert.equal((await diskNow()).isLow, false)
  await receiver.until(1)
  assert.ok(
    !receiver.received.some(({ event }) => event.data.kind === 'disk-low'),
    'control: with room, nothing is told',
  )

  writeFileSync(join(disk, 'film.mp4'), Buffer.alloc(40 * 1024 * 1024))
  const began = await told('alert.began')
  assert.equal(began?.data.level, 'bad')
  assert.match(String(began?.data.title), /^The disk is nearly full: [12]\d MiB left$/)
  assert.match(String(began?.data.advice), /^Free some space or enlarge the disk\./)
  assert.equal((await diskNow()).isLow, true)

  rmSync(join(disk, 'film.mp4'))
  await eventually(diskNow, ({ isLow }) => !isLow)
  // It has to be gone for a while.
  service.clock.now += 10 * minute
  assert.notEqual((await told('alert.over'))?.data.overAt, null)
})
