import assert from 'node:assert/strict'
import { hash } from 'node:crypto'
import { describe, test } from 'node:test'
import { mostAttempts } from '../../src/domain/jobs/job.ts'
import { unsent } from '../support/chat-events.ts'
import { drip, film, hangAfter, receiveDocument, storedFilm, withFilm } from './films.ts'
import { openWorkshop } from './job-harness.ts'
import { ready } from './scripted-platform.ts'

describe('what is no file of the message is not kept as one', () => {
  test('one that is announced to be larger than is kept is lost, and nothing of it is read', async () => {
    let isRead = false
    const { shop, find } = await withFilm(() => {
      const body = (async function* () {
        isRead = true
        yield film
      })()
      return { state: 'ready', body, contentType: 'video/mp4', sizeBytes: 10 * 1024 ** 3 }
    })
    shop.start()
    await shop.allDone()
    const reason = 'the file is larger than 300 MiB, the most that is kept'
    assert.deepEqual(await find(), { state: 'lost', reason })
    assert.deepEqual([isRead, await shop.countFiles()], [false, 0])
  })

  test('one that turns out to be larger than is kept is lost, and takes no room', async () => {
    const { shop, find } = await withFilm(() => ready([Buffer.alloc(600_000, 1), Buffer.alloc(600_000, 2)]))
    shop.start({ mostMediaBytes: 1024 * 1024 })
    await shop.allDone()
    assert.deepEqual(await find(), { state: 'lost', reason: 'the file is larger than 1 MiB, the most that is kept' })
    assert.equal(await shop.countFiles(), 0)
  })

  test('one in whose place a page of errors came is asked for again, and in the end lost with that reason', async () => {
    const page = Buffer.from('<!DOCTYPE html><title>Sorry</title>')
    const { shop, find } = await withFilm(() => ready([page.subarray(0, 4), page.subarray(4)], page.length))
    const worker = shop.start()
    for (let attempt = 1; attempt < mostAttempts['fetch-media']; attempt++) {
      await shop.until(() => shop.outcomes.length === attempt)
      assert.deepEqual([await find(), await shop.countFiles()], [{ state: 'pending' }, 0])
      shop.clock.now += 600_000
      worker.wake()
    }
    await shop.allDone()
    const reason = 'the platform did not answer: instead of the video came a web page (tried 12 times)'
    assert.deepEqual(await find(), { state: 'lost', reason })
  })

  test('one that is empty is asked for again', async () => {
    let tries = 0
    const { shop, find } = await withFilm(() => (++tries === 1 ? ready([], 0) : ready([film])))
    const worker = shop.start()
    await shop.until(() => shop.outcomes.length === 1)
    assert.deepEqual(await find(), { state: 'pending' })
    shop.clock.now += 1_000
    worker.wake()
    await shop.allDone()
    assert.deepEqual(await find(), storedFilm)
  })

  test('a document may be a web page, or empty', async () => {
    const { shop, findDocument } = await withDocuments()
    const bodies = { page: Buffer.from('<!DOCTYPE html><title>Ours</title>'), empty: Buffer.alloc(0) }
    for (const [id, body] of Object.entries(bodies)) {
      await receiveDocument(shop, id)
      shop.platform.files.set(id, () => ready(body.length === 0 ? [] : [body], body.length))
    }
    shop.start()
    await shop.allDone()
    for (const [id, body] of Object.entries(bodies)) {
      assert.equal((await findDocument(id)).sha256, hash('sha256', body, 'hex'))
    }
  })

  test('a document of another size than its message says is asked for again', async () => {
    const { shop, findDocument } = await withDocuments()
    await receiveDocument(shop, 'paper', film.length)
    let tries = 0
    shop.platform.files.set('paper', () => ready([++tries === 1 ? film.subarray(0, 7) : film]))
    const worker = shop.start()
    await shop.until(() => shop.outcomes.length === 1)
    assert.equal((await findDocument('paper')).state, 'pending')
    shop.clock.now += 1_000
    worker.wake()
    await shop.allDone()
    assert.equal((await findDocument('paper')).sizeBytes, film.length)
  })

  test('a document whose size is another every time is kept: that is what the platform has', async () => {
    const { shop, findDocument } = await withDocuments()
    await receiveDocument(shop, 'paper', film.length)
    shop.platform.files.set('paper', () => ready([film.subarray(0, 9)], 9))
    const worker = shop.start()
    for (const attempt of [1, 2, 3]) {
      await shop.until(() => shop.outcomes.length === attempt)
      assert.equal((await findDocument('paper')).state, 'pending')
      shop.clock.now += 600_000
      worker.wake()
    }
    await shop.allDone()
    assert.equal((await findDocument('paper')).sizeBytes, 9)
  })
})

describe('a download that is broken off leaves nothing', () => {
  test('a message that is unsent while nothing comes of its file leaves no bytes, without waiting for more', async () => {
    const begun = Promise.withResolvers<void>()
    const { shop, find } = await withFilm(() => hangAfter(film, begun.resolve))
    shop.start()
    await begun.promise
    assert.equal(await shop.countFiles(), 1, 'the control: a part of it is on the disk')
    await shop.receive(unsent('C1', shop.clock.now, 'm1'))
    await shop.allDone()
    assert.deepEqual([await find(), await shop.countFiles()], [undefined, 0])
    assert.deepEqual(shop.outcomes, ['fetch-media done'])
  })

  test('a file that only drips is given up when its time is up, leaves no bytes and is asked for again', async () => {
    const { shop, find } = await withFilm(() => drip(film))
    shop.start({ lanes: [{ kinds: ['fetch-media'], hands: 1, leaseMs: 60_000, limitMs: 60 }] })
    await shop.until(() => shop.outcomes.length === 1)
    assert.deepEqual([await find(), await shop.countFiles()], [{ state: 'pending' }, 0])
    assert.deepEqual(shop.outcomes, ['fetch-media retry'])
  })

  test('a service that stops in the middle of a file leaves no bytes of it', async () => {
    const begun = Promise.withResolvers<void>()
    const { shop, find } = await withFilm(() => hangAfter(film, begun.resolve))
    const worker = shop.start()
    await begun.promise
    await worker.stop()
    assert.deepEqual([await find(), await shop.countFiles()], [{ state: 'pending' }, 0])
  })
})

async function withDocuments() {
  const shop = await openWorkshop()
  await shop.channel('C1', { owner: 'U1', subscribers: ['U1'] })
  const findDocument = async (id: string) => {
    const found = await shop.store.findMedia(1, id)
    assert.ok(found)
    return { sha256: undefined, sizeBytes: undefined, ...found }
  }
  return { shop, findDocument }
}
