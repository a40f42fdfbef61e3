import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, describe, test } from 'node:test'
import { innkeeper, newFolder } from '../../support/process/process.ts'

type Finding = { name: string; state: string; words: string }

const key = 'canary-key-of-the-model'
const answers: Record<string, { status: number; body: string }> = {
  '/listed/models': { status: 200, body: '{"data":[{"id":"small"}]}' },
  '/unlisted/models': { status: 200, body: '{"data":[{"id":"large"}]}' },
  '/closed/models': { status: 401, body: `{"error":"${key}"}` },
}
const server = createServer(({ url = '' }, response) => {
  const { status, body } = answers[url] ?? { status: 500, body: '' }
  response.writeHead(status).end(body)
})
after(() => server.close())
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
const at = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

describe('innkeeper doctor, about the language model', { concurrency: 2 }, () => {
  const table: [baseUrl: string, finding: [state: string, words: RegExp], code: number][] = [
    [`${at}/listed`, ['ok', /^small is available at http:\/\/127/], 0],
    [`${at}/unlisted`, ['care', /does not list small\. Compare INNKEEPER_AI_MODEL with its list of models\.$/], 0],
    ['http://127.0.0.1:9', ['care', /is not available right now: /], 0],
    [
      `${at}/closed`,
      ['wrong', /rejects our requests: it answered with status 401: it does not accept the key\. Check/],
      1,
    ],
  ]
  for (const [baseUrl, [state, words], code] of table) {
    test(`says ${state} for ${baseUrl.replace(at, '')}`, async () => {
      const env = { INNKEEPER_AI_BASE_URL: baseUrl, INNKEEPER_AI_MODEL: 'small', INNKEEPER_AI_KEY: key }
      const done = await innkeeper(['doctor', '--json', '--data', newFolder()], { env })
      const findings: Finding[] = JSON.parse(done.stdout).findings
      const found = findings.find(({ name }) => name === 'model')
      assert.equal(found?.state, state)
      assert.match(found?.words ?? '', words)
      assert.equal(done.code, code)
      assert.doesNotMatch(done.stdout + done.stderr, /canary/)
    })
  }
})
