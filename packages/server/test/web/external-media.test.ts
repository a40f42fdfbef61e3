import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createExternalFiles } from '../../src/adapters/web/external-files.ts'
import { film, receiveFilm, storedFilm, withFilm } from '../jobs/films.ts'
import { openListener } from './listener.ts'

/** A message whose film lies on a host of its own. */
async function withExternalFilm() {
  const host = await openListener((_, response) => response.writeHead(200, { 'content-type': 'video/mp4' }).end(film))
  const { shop } = await withFilm(() => ({ state: 'lost', reason: 'another message' }))
  const asked: string[] = []
  shop.platform.before.look = (id) => void asked.push(id)
  await receiveFilm(shop, 'm2', `http://films.example:${host.port}/garden.mp4`)
  const external = { ports: [host.port], resolve: async () => [{ address: '127.0.0.1', family: 4 }] }
  return { host, shop, asked, external }
}

test('a file that lies elsewhere is fetched from there, and the platform is not asked for it', async () => {
  const { shop, asked, external } = await withExternalFilm()
  shop.start({ external: createExternalFiles({ ...external, isAllowed: (address) => address === '127.0.0.1' }) })
  await shop.allDone()
  const found = await shop.store.findMedia(1, 'm2')
  assert.equal(found?.state === 'stored' && found.sha256, storedFilm.sha256)
  assert.deepEqual(asked, ['m1'])
})

test('one that lies inside our own network is lost, and the reason says so', async () => {
  const { shop, host, external } = await withExternalFilm()
  shop.start({ external: createExternalFiles(external) })
  await shop.allDone()
  const found = await shop.store.findMedia(1, 'm2')
  assert.match(found?.state === 'lost' ? found.reason : '', /^films\.example:\d+ is not a public address/)
  assert.equal(host.connections(), 0)
})
