import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { serviceEvents, webhookEvents } from '@innkeeper/contract'
import { Webhook } from 'standardwebhooks'

const guide = readFileSync(new URL('../../../../docs/webhooks.md', import.meta.url), 'utf8')

test('the guide lists every event of a channel and of the service, and no other', () => {
  const listed = [...guide.matchAll(/^\| `([a-z.-]+)` \|/gm)].map(([, type]) => type)
  assert.deepEqual(listed, [...webhookEvents, 'channel.reset', 'webhook.test', ...serviceEvents])
})

const [, python = ''] = /```python\n([\s\S]*?)```/.exec(guide) ?? []
const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`
const hasPython = spawnSync('python3', ['--version']).status === 0

test('its Python verifies what is genuine and new, and nothing else', {
  skip: !hasPython && 'there is no python3',
}, () => {
  assert.ok(python.includes('def verify'), 'control')
  const body = '{"type":"message.created","data":{"text":"鍵"}}'
  const signed = (at: number, id = 'w_1_1', text = body) => ({
    body: text,
    headers: {
      'webhook-id': 'w_1_1',
      'webhook-timestamp': String(Math.floor(at / 1_000)),
      'webhook-signature': `v1,AAAA ${new Webhook(secret).sign(id, new Date(at), body)}`,
    },
  })
  const now = Date.now()
  const cases = [signed(now), signed(now, 'w_1_2'), signed(now, 'w_1_1', `${body} `), signed(now - 360_000)]
  const script = `${python}
import sys
for case in json.load(sys.stdin):
    try:
        print(verify("${secret}", case["body"].encode(), case["headers"])["type"])
    except ValueError:
        print("refused")
`
  const { stdout, stderr } = spawnSync('python3', ['-c', script], { input: JSON.stringify(cases), encoding: 'utf8' })
  assert.deepEqual(stdout.trim().split('\n'), ['message.created', 'refused', 'refused', 'refused'], stderr)
})
