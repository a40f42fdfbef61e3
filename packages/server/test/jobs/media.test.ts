import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { mostAttempts } from '../../src/domain/jobs/job.ts'
import { PlatformRefusal, PlatformSilence } from '../../src/ports/connector.ts'
import { unsent } from '../support/chat-events.ts'
import { film as bytes, receiveFilm, storedFilm as stored, withFilm } from './films.ts'
import { ready } from './scripted-platform.ts'

describe('files of messages are fetched from the platform', () => {
  test('a file is kept as it came', async () => {
    const { shop, find } = await withFilm(() => ready([bytes.subarray(0, 5), bytes.subarray(5)], bytes.length))
    shop.start()
    await shop.allDone()
    assert.deepEqual(await find(), stored)
    assert.equal(await shop.countFiles(), 1)
  })

  test('one that the platform still prepares is asked for again', async () => {
    let isReady = false
    const { shop, find } = await withFilm(() => (isReady ? ready([bytes]) : { state: 'preparing' }))
    const worker = shop.start()
    await shop.until(() => shop.outcomes.length === 1)
    assert.deepEqual(await find(), { state: 'pending' })
    isReady = true
    shop.clock.now += 1_000
    worker.wake()
    await shop.allDone()
    assert.deepEqual(shop.outcomes, ['fetch-media retry', 'fetch-media done', 'make-preview done'])
    assert.deepEqual(await find(), stored)
  })

  test('one that broke off is not kept as it is, and fetched anew', async () => {
    let tries = 0
    const { shop, find } = await withFilm(() => ready(++tries === 1 ? [bytes.subarray(0, 7)] : [bytes], bytes.length))
    const worker = shop.start()
    await shop.until(() => shop.outcomes.length === 1)
    assert.deepEqual([await find(), await shop.countFiles()], [{ state: 'pending' }, 0])
    shop.clock.now += 1_000
    worker.wake()
    await shop.allDone()
    assert.deepEqual(await find(), stored)
  })

  test('one that the platform no longer has is lost, with the reason', async () => {
    const { shop, find } = await withFilm(() => ({ state: 'lost', reason: 'The content is gone' }))
    shop.start()
    await shop.allDone()
    assert.deepEqual(await find(), { state: 'lost', reason: 'The content is gone' })
    assert.deepEqual(await shop.buried(), [])
  })

  test('one that never comes is given up, and whoever asks for it is told', async () => {
    const { shop, find } = await withFilm(() => {
      throw new PlatformSilence('no route')
    })
    const worker = shop.start()
    for (let attempt = 1; attempt < mostAttempts['fetch-media']; attempt++) {
      await shop.until(() => shop.outcomes.length === attempt)
      shop.clock.now += 600_000
      worker.wake()
    }
    await shop.allDone()
    const reason = 'the platform did not answer: no route (tried 12 times)'
    assert.deepEqual([await find(), await shop.buried()], [{ state: 'lost', reason }, [`fetch-media: ${reason}`]])
  })

  test('an account that may not for a while loses nothing', async () => {
    let isAllowed = false
    const { shop, find } = await withFilm(() => {
      if (!isAllowed) throw new PlatformRefusal('forbidden', 'Authentication failed')
      return ready([bytes])
    })
    const worker = shop.start()
    await shop.until(() => shop.outcomes.length === 1)
    isAllowed = true
    shop.clock.now += 1_000
    worker.wake()
    await shop.allDone()
    assert.deepEqual(await find(), stored)
  })
})

describe('bytes that nothing refers to are not kept', () => {
  test('a message that is unsent while its file comes in leaves no bytes', async () => {
    const { shop, find } = await withFilm(() => {
      const body = (async function* () {
        yield bytes.subarray(0, 5)
        await shop.receive(unsent('C1', shop.clock.now, 'm1'))
        yield bytes.subarray(5)
      })()
      return { state: 'ready', body, contentType: 'video/mp4', sizeBytes: bytes.length }
    })
    shop.start()
    await shop.allDone()
    assert.deepEqual([await find(), await shop.countFiles()], [undefined, 0])
  })

  test('the control: the same bytes in another message stay', async () => {
    const { shop, find } = await withFilm(() => ready([bytes]))
    const worker = shop.start()
    await shop.allDone()
    await receiveFilm(shop, 'm2')
    shop.platform.files.set('m2', () => {
      const body = (async function* () {
        yield bytes
        await shop.receive(unsent('C1', shop.clock.now, 'm2'))
      })()
      return { state: 'ready', body, contentType: 'video/mp4', sizeBytes: undefined }
    })
    worker.wake()
    await shop.allDone()
    assert.deepEqual([await find(), await shop.countFiles()], [stored, 1])
  })
})
