import assert from 'node:assert/strict'
import { hash } from 'node:crypto'
import { describe, test } from 'node:test'
import { mostAttempts } from '../../src/domain/jobs/job.ts'
import { unsent } from '../support/content/chat-events.ts'
import { drip, film, hangAfter, receiveDocument, storedFilm, withFilm } from './films.ts'
import { openJobHarness } from './job-harness.ts'
import { ready } from './scripted-platform.ts'

describe('a download that is not the file of the message is not kept', () => {
  test('a file announced as larger than the limit is lost, and nothing of it is read', async () => {
    let isRead = false
    const { harness, find } = await withFilm(() => {
      const body = (async function* () {
        isRead = true
        yield film
      })()
      return { state: 'ready', body, contentType: 'video/mp4', sizeBytes: 10 * 1024 ** 3 }
    })
    harness.start()
    await harness.allDone()
    const reason = 'the file is larger than the limit of 300 MiB'
    assert.deepEqual(await find(), { state: 'lost', reason })
    assert.deepEqual([isRead, await harness.countFiles()], [false, 0])
  })

  test('a file that turns out to be larger than the limit is lost, and takes no space', async () => {
    const { harness, find } = await withFilm(() => ready([Buffer.alloc(600_000, 1), Buffer.alloc(600_000, 2)]))
    harness.start({ mostMediaBytes: 1024 * 1024 })
    await harness.allDone()
    assert.deepEqual(await find(), { state: 'lost', reason: 'the file is larger than the limit of 1 MiB' })
    assert.equal(await harness.countFiles(), 0)
  })

  test('a file replaced by an error page is requested again, and finally lost with that reason', async () => {
    const page = Buffer.from('<!DOCTYPE html><title>Sorry</title>')
    const { harness, find } = await withFilm(() => ready([page.subarray(0, 4), page.subarray(4)], page.length))
    const worker = harness.start()
    for (let attempt = 1; attempt < mostAttempts['fetch-media']; attempt++) {
      await harness.until(() => harness.outcomes.length === attempt)
      assert.deepEqual([await find(), await harness.countFiles()], [{ state: 'pending' }, 0])
      harness.clock.now += 600_000
      worker.wake()
    }
    await harness.allDone()
    const reason = 'the platform did not answer: received a web page instead of the video (tried 12 times)'
    assert.deepEqual(await find(), { state: 'lost', reason })
  })

  test('an empty file is requested again', async () => {
    let tries = 0
    const { harness, find } = await withFilm(() => (++tries === 1 ? ready([], 0) : ready([film])))
    const worker = harness.start()
    await harness.until(() => harness.outcomes.length === 1)
    assert.deepEqual(await find(), { state: 'pending' })
    harness.clock.now += 1_000
    worker.wake()
    await harness.allDone()
    assert.deepEqual(await find(), storedFilm)
  })

  test('a document can be a web page, or empty', async () => {
    const { harness, findDocument } = await withDocuments()
    const bodies = { page: Buffer.from('<!DOCTYPE html><title>Ours</title>'), empty: Buffer.alloc(0) }
    for (const [id, body] of Object.entries(bodies)) {
      await receiveDocument(harness, id)
      harness.platform.files.set(id, () => ready(body.length === 0 ? [] : [body], body.length))
    }
    harness.start()
    await harness.allDone()
    for (const [id, body] of Object.entries(bodies)) {
      assert.equal((await findDocument(id)).sha256, hash('sha256', body, 'hex'))
    }
  })

  test('a document of a different size than its message says is requested again', async () => {
    const { harness, findDocument } = await withDocuments()
    await receiveDocument(harness, 'paper', film.length)
    let tries = 0
    harness.platform.files.set('paper', () => ready([++tries === 1 ? film.subarray(0, 7) : film]))
    const worker = harness.start()
    await harness.until(() => harness.outcomes.length === 1)
    assert.equal((await findDocument('paper')).state, 'pending')
    harness.clock.now += 1_000
    worker.wake()
    await harness.allDone()
    assert.equal((await findDocument('paper')).sizeBytes, film.length)
  })

  test('a document whose size is wrong on every attempt is kept: that is what the platform has', async () => {
    const { harness, findDocument } = await withDocuments()
    await receiveDocument(harness, 'paper', film.length)
    harness.platform.files.set('paper', () => ready([film.subarray(0, 9)], 9))
    const worker = harness.start()
    for (const attempt of [1, 2, 3]) {
      await harness.until(() => harness.outcomes.length === attempt)
      assert.equal((await findDocument('paper')).state, 'pending')
      harness.clock.now += 600_000
      worker.wake()
    }
    await harness.allDone()
    assert.equal((await findDocument('paper')).sizeBytes, 9)
  })
})

describe('an interrupted download leaves nothing behind', () => {
  test('a message unsent while its download stalls leaves no bytes, without waiting for more', async () => {
    const begun = Promise.withResolvers<void>()
    const { harness, find } = await withFilm(() => hangAfter(film, begun.resolve))
    harness.start()
    await begun.promise
    assert.equal(await harness.countFiles(), 1, 'control: a part of it is on the disk')
    await harness.receive(unsent('C1', harness.clock.now, 'm1'))
    await harness.allDone()
    assert.deepEqual([await find(), await harness.countFiles()], [undefined, 0])
    assert.deepEqual(harness.outcomes, ['fetch-media done'])
  })

  test('a file that only trickles in is given up at the time limit, leaves no bytes and is requested again', async () => {
    const { harness, find } = await withFilm(() => drip(film))
    harness.start({ lanes: [{ kinds: ['fetch-media'], hands: 1, leaseMs: 60_000, limitMs: 60 }] })
    await harness.until(() => harness.outcomes.length === 1)
    assert.deepEqual([await find(), await harness.countFiles()], [{ state: 'pending' }, 0])
    assert.deepEqual(harness.outcomes, ['fetch-media retry'])
  })

  test('a service that stops in the middle of a file leaves no bytes of it', async () => {
    const begun = Promise.withResolvers<void>()
    const { harness, find } = await withFilm(() => hangAfter(film, begun.resolve))
    const worker = harness.start()
    await begun.promise
    await worker.stop()
    assert.deepEqual([await find(), await harness.countFiles()], [{ state: 'pending' }, 0])
  })
})

async function withDocuments() {
  const harness = await openJobHarness()
  await harness.channel('C1', { owner: 'U1', subscribers: ['U1'] })
  const findDocument = async (id: string) => {
    const found = await harness.store.findMedia(1, id)
    assert.ok(found)
    return { sha256: undefined, sizeBytes: undefined, ...found }
  }
  return { harness, findDocument }
}
