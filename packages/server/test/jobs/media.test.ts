import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { mostAttempts } from '../../src/domain/jobs/job.ts'
import { PlatformRefusal, PlatformSilence } from '../../src/domain/platforms/platform-errors.ts'
import { unsent } from '../support/content/chat-events.ts'
import { film as bytes, receiveFilm, storedFilm as stored, withFilm } from './films.ts'
import { ready } from './scripted-platform.ts'

describe('files of messages are fetched from the platform', () => {
  test('a file is stored as received', async () => {
    const { harness, find } = await withFilm(() => ready([bytes.subarray(0, 5), bytes.subarray(5)], bytes.length))
    harness.start()
    await harness.allDone()
    assert.deepEqual(await find(), stored)
    assert.equal(await harness.countFiles(), 1)
  })

  test('a file that the platform is still preparing is requested again', async () => {
    let isReady = false
    const { harness, find } = await withFilm(() => (isReady ? ready([bytes]) : { state: 'preparing' }))
    const worker = harness.start()
    await harness.until(() => harness.outcomes.length === 1)
    assert.deepEqual(await find(), { state: 'pending' })
    isReady = true
    harness.clock.now += 1_000
    worker.wake()
    await harness.allDone()
    assert.deepEqual(harness.outcomes, ['fetch-media retry', 'fetch-media done', 'make-preview done'])
    assert.deepEqual(await find(), stored)
  })

  test('a download that breaks off is not kept, and is fetched again', async () => {
    let tries = 0
    const { harness, find } = await withFilm(() =>
      ready(++tries === 1 ? [bytes.subarray(0, 7)] : [bytes], bytes.length),
    )
    const worker = harness.start()
    await harness.until(() => harness.outcomes.length === 1)
    assert.deepEqual([await find(), await harness.countFiles()], [{ state: 'pending' }, 0])
    harness.clock.now += 1_000
    worker.wake()
    await harness.allDone()
    assert.deepEqual(await find(), stored)
  })

  test('a file that the platform no longer has is lost, with the reason', async () => {
    const { harness, find } = await withFilm(() => ({ state: 'lost', reason: 'The content is gone' }))
    harness.start()
    await harness.allDone()
    assert.deepEqual(await find(), { state: 'lost', reason: 'The content is gone' })
    assert.deepEqual(await harness.buried(), [])
  })

  test('a file that never arrives is given up, and its state shows the reason', async () => {
    const { harness, find } = await withFilm(() => {
      throw new PlatformSilence('no route')
    })
    const worker = harness.start()
    for (let attempt = 1; attempt < mostAttempts['fetch-media']; attempt++) {
      await harness.until(() => harness.outcomes.length === attempt)
      harness.clock.now += 600_000
      worker.wake()
    }
    await harness.allDone()
    const reason = 'the platform did not answer: no route (tried 12 times)'
    assert.deepEqual([await find(), await harness.buried()], [{ state: 'lost', reason }, [`fetch-media: ${reason}`]])
  })

  test('a temporary refusal of our account loses nothing', async () => {
    let isAllowed = false
    const { harness, find } = await withFilm(() => {
      if (!isAllowed) throw new PlatformRefusal('forbidden', 'Authentication failed')
      return ready([bytes])
    })
    const worker = harness.start()
    await harness.until(() => harness.outcomes.length === 1)
    isAllowed = true
    harness.clock.now += 1_000
    worker.wake()
    await harness.allDone()
    assert.deepEqual(await find(), stored)
  })
})

describe('bytes that nothing refers to are not kept', () => {
  test('a message that is unsent while its file is downloaded leaves no bytes', async () => {
    const { harness, find } = await withFilm(() => {
      const body = (async function* () {
        yield bytes.subarray(0, 5)
        await harness.receive(unsent('C1', harness.clock.now, 'm1'))
        yield bytes.subarray(5)
      })()
      return { state: 'ready', body, contentType: 'video/mp4', sizeBytes: bytes.length }
    })
    harness.start()
    await harness.allDone()
    assert.deepEqual([await find(), await harness.countFiles()], [undefined, 0])
  })

  test('control: the same bytes in another message stay', async () => {
    const { harness, find } = await withFilm(() => ready([bytes]))
    const worker = harness.start()
    await harness.allDone()
    await receiveFilm(harness, 'm2')
    harness.platform.files.set('m2', () => {
      const body = (async function* () {
        yield bytes
        await harness.receive(unsent('C1', harness.clock.now, 'm2'))
      })()
      return { state: 'ready', body, contentType: 'video/mp4', sizeBytes: undefined }
    })
    worker.wake()
    await harness.allDone()
    assert.deepEqual([await find(), await harness.countFiles()], [stored, 1])
  })
})
