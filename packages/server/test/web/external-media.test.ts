import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createExternalFiles } from '../../src/adapters/web/external-files.ts'
import { film, receiveFilm, storedFilm, withFilm } from '../jobs/films.ts'
import { openListener } from './listener.ts'

/** A message whose video is on an external host. */
async function withExternalFilm() {
  const host = await openListener((_, response) => response.writeHead(200, { 'content-type': 'video/mp4' }).end(film))
  const { harness } = await withFilm(() => ({ state: 'lost', reason: 'another message' }))
  const asked: string[] = []
  harness.platform.before.look = (id) => void asked.push(id)
  await receiveFilm(harness, 'm2', `http://films.example:${host.port}/garden.mp4`)
  const external = { ports: [host.port], resolve: async () => [{ address: '127.0.0.1', family: 4 }] }
  return { host, harness, asked, external }
}

test('an external file is fetched from its host, and the platform is not asked for it', async () => {
  const { harness, asked, external } = await withExternalFilm()
  harness.start({ external: createExternalFiles({ ...external, isAllowed: (address) => address === '127.0.0.1' }) })
  await harness.allDone()
  const found = await harness.store.findMedia(1, 'm2')
  assert.equal(found?.state === 'stored' && found.sha256, storedFilm.sha256)
  assert.deepEqual(asked, ['m1'])
})

test('an external file inside our own network is lost, and the reason says so', async () => {
  const { harness, host, external } = await withExternalFilm()
  harness.start({ external: createExternalFiles(external) })
  await harness.allDone()
  const found = await harness.store.findMedia(1, 'm2')
  assert.match(found?.state === 'lost' ? found.reason : '', /^films\.example:\d+ is not a public address/)
  assert.equal(host.connections(), 0)
})
