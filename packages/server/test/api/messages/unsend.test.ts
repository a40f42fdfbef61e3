import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { describe, test } from 'node:test'
import { createMediaBytes } from '@innkeeper/testdata'
import type { IncomingEvent } from '../../../src/ports/connector.ts'
import { edited, unsent } from '../../support/content/chat-events.ts'
import { message } from '../../support/content/events.ts'
import { eventually } from '../../support/eventually.ts'
import { findRemains } from '../../support/hostile/remains.ts'
import { startTestService, type TestService } from '../../support/test-service.ts'

const drawing = (name: string) =>
  createMediaBytes({ seed: name, language: 'en', messageId: name, content: { type: 'image' } })

async function withReader() {
  const service = await startTestService()
  const channel = await service.channel('C1', { owner: 'U-owner', members: ['U1'], subscribers: ['U-owner'] })
  const owner = await service.caller('U-owner')
  const at = service.clock.now
  const backup = `/api/channels/${channel}/backup`
  /** Every way to read a message. */
  const statuses = async (id: string) => {
    const paths = [
      `messages/${id}`,
      `messages/${id}/versions`,
      `media/${id}`,
      `media/${id}/view`,
      `media/${id}/preview`,
    ]
    const answers = await Promise.all(paths.map((path) => owner.get(`${backup}/${path}`)))
    return answers.map(({ status }) => status)
  }
  const listed = async () => {
    const { messages } = (await owner.get(`${backup}/messages`)).body
    const { items } = (await owner.get(`${backup}/media`)).body
    return [...messages, ...items].map(({ id }: { id: string }) => id)
  }
  return { service, channel, owner, at, backup, statuses, listed }
}

const gone = [404, 404, 404, 404, 404]

async function stored(service: TestService, channel: string, id: string, bytes: Uint8Array): Promise<void> {
  await service.receive([message(channel, service.clock.now, { id, from: 'U1', content: { type: 'image' } })])
  await service.storeMedia(channel, id, bytes)
}

describe('an unsent message is gone', () => {
  test('from every list, as a single message, and with its previous versions', async () => {
    const { service, channel, at, statuses, listed } = await withReader()
    await service.receive([
      message(channel, at, { id: 'm1', from: 'U1', content: { type: 'text', text: 'first wording' } }),
      edited(channel, at + 1, 'm1', 'second wording'),
      message(channel, at, { id: 'm2', from: 'U1' }),
    ])
    assert.deepEqual((await statuses('m1')).slice(0, 2), [200, 200])
    await service.receive([unsent(channel, at + 2, 'm1')])
    assert.deepEqual(await statuses('m1'), gone)
    assert.deepEqual(await listed(), ['m2'], 'the control: what was not unsent stays')
  })

  test('with its photo and its preview, also from the disk', async () => {
    const { service, channel, at, statuses, listed } = await withReader()
    await stored(service, channel, 'm1', drawing('one'))
    const withPreview = await eventually(
      () => statuses('m1'),
      ([, , , , preview]) => preview === 200,
    )
    assert.deepEqual(withPreview, [200, 200, 200, 200, 200])
    assert.equal((await Array.fromAsync(service.blobs.list())).length, 2, 'the photo and its preview')
    await service.receive([unsent(channel, at + 1, 'm1')])
    assert.deepEqual([await statuses('m1'), await listed()], [gone, []])
    await eventually(
      async () => (await Array.fromAsync(service.blobs.list())).length,
      (count) => count === 0,
    )
  })

  test('but not the same photo that someone else sent', async () => {
    const { service, channel, at, statuses } = await withReader()
    await stored(service, channel, 'm1', drawing('same'))
    await stored(service, channel, 'm2', drawing('same'))
    await eventually(
      () => statuses('m2'),
      (all) => all.at(-1) === 200,
    )
    await service.receive([unsent(channel, at + 1, 'm1')])
    await eventually(
      async () => (await service.store.listReleasedFiles(1)).length,
      (count) => count === 0,
    )
    assert.deepEqual(await statuses('m2'), [200, 200, 200, 200, 200])
  })

  test('whether the unsend arrives before it, after it, or is followed by it once more', async () => {
    const { service, channel, at, statuses } = await withReader()
    const early = message(channel, at, { id: 'early', from: 'U1' })
    await service.receive([unsent(channel, at + 1, 'early'), edited(channel, at + 1, 'early', 'other words'), early])
    assert.deepEqual(await statuses('early'), gone)
    const late = message(channel, at, { id: 'late', from: 'U1' })
    await service.receive([late, unsent(channel, at + 1, 'late')])
    for (const again of [late, { ...late, eventId: 'another delivery' } as IncomingEvent]) {
      await service.receive([again])
      assert.deepEqual(await statuses('late'), gone)
    }
  })

  test('and after the service has stopped, no part of it is in the data folder', async () => {
    const { service, channel, at, statuses } = await withReader()
    const secret = randomBytes(12).toString('hex')
    const photo = drawing(secret)
    const others = Array.from({ length: 300 }, (_, index) =>
      message(channel, at + index, { from: 'U1', content: { type: 'text', text: `small talk ${index}`.repeat(20) } }),
    )
    await service.receive([
      ...others.slice(0, 150),
      message(channel, at + 75, { id: 'm1', from: 'U1', content: { type: 'text', text: `pin ${secret}` } }),
      edited(channel, at + 80, 'm1', `code ${secret}`),
      message(channel, at + 76, { id: 'm2', from: 'U1', content: { type: 'text', text: 'kept word' } }),
    ])
    await stored(service, channel, 'm3', photo)
    await eventually(
      () => statuses('m3'),
      (all) => all.at(-1) === 200,
    )
    const preview = await (await service.caller('U-owner')).get(`/api/channels/${channel}/backup/media/m3/preview`)
    assert.equal(preview.status, 200)
    await service.receive([unsent(channel, at + 90, 'm1'), unsent(channel, at + 91, 'm3'), ...others.slice(150)])
    await service.stop()
    assert.deepEqual(await findRemains(service.environment, [secret, photo]), [])
    assert.notDeepEqual(await findRemains(service.environment, ['kept word']), [], 'the control: what stays is found')
  })
})
