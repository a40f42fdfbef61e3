import assert from 'node:assert/strict'
import { test } from 'node:test'
import { listRoutes } from '@innkeeper/contract'
import { exampleOf, fillChannel } from '../../support/hostile/example-inputs.ts'
import { plainRequest } from '../../support/http/plain-request.ts'
import { startTestService } from '../../support/test-service.ts'

const service = await startTestService()
await service.channel('C1', { owner: 'U-owner', subscribers: ['U-owner'] })
await fillChannel(service, 'C1')
const { authorization = '' } = await service.caller('U-owner', { isOperator: true })
const scene = { service, channelId: 'C1', ownerId: 'U-owner', userId: 'U-owner', isSubscribed: true }

/** Properties that every plain object inherits. */
const inherited = ['constructor', '__proto__', 'toString', 'hasOwnProperty', 'valueOf', '__defineGetter__']

test('names that every object inherits are unknown anywhere in a path', async () => {
  for (const { name, route } of listRoutes()) {
    if (!route.path.includes(':')) continue
    const { path } = await exampleOf(name, scene)
    const segments = route.path.split('/')
    const given = path.split('?')[0]?.split('/') ?? []
    for (const [index, segment] of segments.entries()) {
      if (!segment.startsWith(':')) continue
      for (const word of inherited) {
        const asked = given.toSpliced(index, 1, word).join('/')
        const { status, text } = await plainRequest(service.url, route.method, asked, { headers: { authorization } })
        // All console URLs serve the same page.
        const isPage = route.tag === 'Service' && status === 200 && text.startsWith('<!doctype html>')
        assert.ok(
          isPage || [400, 401, 403, 404].includes(status),
          `${route.method} ${asked}: ${status} ${text.slice(0, 80)}`,
        )
      }
    }
  }
})

test('names that every object inherits are unknown as query parameters and members', async () => {
  for (const word of inherited) {
    const query = await plainRequest(service.url, 'GET', `/api/usage?${word}=1`, { headers: { authorization } })
    assert.deepEqual([query.status, JSON.parse(query.text)], [400, { error: `Unknown query parameter "${word}"` }])
    const headers = { authorization, 'content-type': 'application/json' }
    const body = `{${JSON.stringify(word)}: 1}`
    const write = await plainRequest(service.url, 'PUT', '/api/channels/C1/assistant/welcome', { headers, body })
    assert.deepEqual([write.status, JSON.parse(write.text)], [400, { error: `Unknown field "${word}"` }])
  }
})
