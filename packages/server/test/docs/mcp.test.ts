import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { mcpLimits, mcpTools } from '@innkeeper/contract'

const text = readFileSync(new URL('../../../../docs/mcp.md', import.meta.url), 'utf8')
const blocks = (language: string) =>
  [...text.matchAll(new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\``, 'gm'))].map(([, block = '']) => block)

test('every configuration in the guide for AI assistants is valid JSON with our URL and a key in the header', () => {
  const configurations = blocks('json').map((block) => JSON.parse(block))
  assert.equal(configurations.length, 4)
  for (const { mcpServers, servers } of configurations) {
    const { innkeeper } = mcpServers ?? servers
    assert.equal(innkeeper.url ?? innkeeper.httpUrl, 'https://innkeeper.example/mcp')
    assert.match(innkeeper.headers.Authorization, /^Bearer (ink_YOUR_KEY|\$\{input:innkeeper-key\})$/)
  }
  const [codex = ''] = blocks('toml')
  for (const line of codex.trim().split('\n')) assert.match(line, /^(\[[\w.]+\]|\w+ = "[^"]+")$/)
  assert.ok(codex.includes('url = "https://innkeeper.example/mcp"'))
})

test('the guide lists exactly the tools there are, and the limits of an answer', () => {
  const listed = [...text.matchAll(/^\| `(\w+)` \|/gm)].map(([, name]) => name)
  assert.deepEqual(
    listed.filter((name) => name !== 'Too'),
    Object.keys(mcpTools),
  )
  const answer = mcpLimits.answer.toLocaleString('en')
  assert.ok(text.includes(`${mcpLimits.items} items and ${answer} characters`))
})
