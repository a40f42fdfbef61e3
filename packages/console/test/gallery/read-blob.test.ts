import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type Arrived, BrokenOffError, readBlob } from '../../src/gallery/selection/read-blob.ts'

const bytes = (...sizes: number[]) => sizes.map((size) => new Uint8Array(size))

describe('a download with progress', () => {
  it('is complete, and reports its progress', async () => {
    const reports: Arrived[] = []
    const blob = await readBlob(answer(bytes(3, 4), { 'content-length': '7' }), (arrived) => reports.push(arrived))
    assert.equal(blob.size, 7)
    assert.equal(blob.type, 'application/zip')
    assert.deepEqual(reports, [
      { doneBytes: 3, totalBytes: 7 },
      { doneBytes: 7, totalBytes: 7 },
    ])
  })

  it('works without a content length', async () => {
    assert.equal((await readBlob(answer(bytes(5)), () => {})).size, 5)
  })

  it('fails if the body is shorter than announced, and says how much arrived', async () => {
    await assert.rejects(
      readBlob(answer(bytes(3), { 'content-length': '7' }), () => {}),
      (error) => {
        assert.ok(error instanceof BrokenOffError)
        assert.deepEqual(error.arrived, { doneBytes: 3, totalBytes: 7 })
        return true
      },
    )
  })

  it('says how much arrived if the connection breaks', async () => {
    const broken = answer(bytes(3), { 'content-length': '7' }, new TypeError('network error'))
    await assert.rejects(
      readBlob(broken, () => {}),
      BrokenOffError,
    )
  })

  it('fails with an AbortError if it is cancelled', async () => {
    const cancelled = answer(bytes(3), {}, new DOMException('', 'AbortError'))
    await assert.rejects(
      readBlob(cancelled, () => {}),
      { name: 'AbortError' },
    )
  })
})

function answer(chunks: Uint8Array[], headers: Record<string, string> = {}, failure?: Error): Response {
  const waiting = [...chunks]
  const body = new ReadableStream({
    pull(controller) {
      const chunk = waiting.shift()
      if (chunk) controller.enqueue(chunk)
      else if (failure) controller.error(failure)
      else controller.close()
    },
  })
  return new Response(body, { headers: { 'content-type': 'application/zip', ...headers } })
}
