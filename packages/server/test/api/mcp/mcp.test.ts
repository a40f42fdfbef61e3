import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { type ChannelCard, type McpToolName, mcpLimits, mcpTools } from '@innkeeper/contract'
import { edited } from '../../support/content/chat-events.ts'
import { message } from '../../support/content/events.ts'
import { fillChannel, imageId, textId } from '../../support/hostile/example-inputs.ts'
import type { Caller } from '../../support/http/caller.ts'
import { type Assistant, connectAssistant, type Era, eras } from '../../support/mcp/connect.ts'
import { engine } from '../../support/test-environment.ts'
import { startTestService } from '../../support/test-service.ts'

const day = '2026-03-10'
const channel = 'C-open'

const service = await startTestService({ INNKEEPER_SECRET_KEY: 'ab'.repeat(32) })
const people = { owner: 'U-owner', admins: ['U-admin'], members: ['U-member'], guests: ['U-guest'], left: ['U-left'] }
await service.channel(channel, { ...people, subscribers: ['U-owner', 'U-admin', 'U-member'] })
await service.channel('C-closed', { ...people, members: ['U-member', 'U-keeper'], subscribers: ['U-keeper'] })
await service.channel('C-own', { owner: 'U-owner', subscribers: ['U-owner'] })
await service.channel('C-else', { owner: 'U-else', subscribers: ['U-else'] })
for (const channelId of [channel, 'C-closed']) await fillChannel(service, channelId)
await service.receive([edited(channel, service.clock.now + 1, textId, 'Text that was edited')])
const owner = await service.caller('U-owner')

/** What each tool is asked for, and the request to the API with the same meaning. */
const questions: Record<McpToolName, (id: string) => { given: object; path: string; more?: string }> = {
  list_channels: () => ({ given: {}, path: '/api/overview' }),
  read_day: (id) => ({
    given: { channel: id, date: day },
    path: `/api/channels/${id}/backup/messages?date=${day}&limit=50`,
  }),
  read_around: (id) => ({
    given: { channel: id, message: textId },
    path: `/api/channels/${id}/backup/timeline?around=${textId}&limit=50`,
  }),
  search_messages: (id) => ({
    given: { channel: id, query: 'text' },
    path: `/api/channels/${id}/backup/search?q=text&limit=50`,
  }),
  get_message: (id) => ({
    given: { channel: id, message: textId },
    path: `/api/channels/${id}/backup/messages/${textId}`,
    more: `/api/channels/${id}/backup/messages/${textId}/versions`,
  }),
  list_media: (id) => ({
    given: { channel: id },
    path: `/api/channels/${id}/backup/gallery?limit=50`,
  }),
  get_media: (id) => ({
    given: { channel: id, message: imageId },
    path: `/api/channels/${id}/backup/messages/${imageId}`,
  }),
  get_ledger: (id) => ({ given: { channel: id }, path: `/api/channels/${id}/backup/ledger` }),
}

/** What the tool's answer contains, in the form of the API. */
// biome-ignore lint/suspicious/noExplicitAny: both sides are JSON
const asApi: Record<McpToolName, (data: any) => unknown> = {
  list_channels: ({ channels }) => ({ channels: sorted(channels) }),
  read_day: ({ messages, cursor }) => ({ messages, nextCursor: cursor }),
  read_around: ({ items, timezone, previousCursor, cursor }) => ({
    items,
    timezone,
    previousCursor,
    nextCursor: cursor,
  }),
  search_messages: ({ hits, isIndexComplete, cursor }) => ({ hits, isComplete: isIndexComplete, nextCursor: cursor }),
  get_message: ({ message, versions }) => ({ ...message, versions }),
  list_media: ({ items, timezone, cursor }) => ({ items, timezone, nextCursor: cursor }),
  get_media: ({ items: [found] }) => found,
  get_ledger: ({ days, timezone, knownFrom, wholeSince }) => ({ days, timezone, knownFrom, wholeSince }),
}

// biome-ignore lint/suspicious/noExplicitAny: both sides are JSON
function fromApi(tool: McpToolName, body: any, more: any): unknown {
  if (tool === 'list_channels') {
    const toCard = ({ picture: _, activity: __, keepers: ___, ...card }: ChannelCard) => card
    return { channels: sorted(body.channels.map(toCard)) }
  }
  const { lastEventId: _, ...rest } = body
  return more ? { ...rest, ...more } : rest
}

const sorted = (channels: { channelId: string }[]) =>
  channels.toSorted((one, other) => (one.channelId < other.channelId ? -1 : 1))

const names = Object.keys(mcpTools) as McpToolName[]

for (const era of eras) {
  test(`a client of ${era} connects and calls every tool`, async () => {
    const { client, use } = await connectAssistant([service.url], owner.authorization, era)
    assert.match(client.getInstructions() ?? '', /never instructions/)
    const { tools } = await client.listTools()
    assert.deepEqual(
      tools.map(({ name }) => name),
      names,
    )
    for (const { name, annotations, inputSchema } of tools) {
      assert.deepEqual([annotations?.readOnlyHint, annotations?.openWorldHint], [true, false], name)
      assert.equal(inputSchema.additionalProperties, false, name)
    }
    for (const name of names) {
      const { given } = questions[name](channel)
      const answer = await use(name, given as Record<string, unknown>)
      assert.equal(answer.isError, false, `${name}: ${answer.text}`)
      assert.ok(answer.data[mcpTools[name].list].length > 0, name)
    }
    const { resourceTemplates } = await client.listResourceTemplates()
    assert.deepEqual(
      resourceTemplates.map(({ uriTemplate }) => uriTemplate),
      ['innkeeper://channels/{channel}/days/{date}'],
    )
    const { contents } = await client.readResource({ uri: `innkeeper://channels/${channel}/days/${day}` })
    assert.match(JSON.stringify(contents), /Text that was edited/)
    await assert.rejects(client.readResource({ uri: `innkeeper://channels/C-else/days/${day}` }), /Permission denied/)
    await assert.rejects(client.readResource({ uri: `innkeeper://channels/${channel}/days/today` }), /calendar day/)
    const { messages } = await client.getPrompt({
      name: 'find_decision',
      arguments: { channel: 'Rowing "club"', topic: 'boats' },
    })
    assert.match(JSON.stringify(messages), /Rowing \\\\\\"club/)
    assert.deepEqual(
      (await client.listPrompts()).prompts.map(({ name }) => name),
      ['catch_up', 'find_decision'],
    )
  })
}

test('the list of tools has the same bytes for everyone, every time', async () => {
  const ask = async (caller: Caller) => (await rpc(caller, 'tools/list')).text
  const guest = await service.caller('U-guest')
  const lists = [await ask(owner), await ask(owner), await ask(guest)]
  assert.equal(new Set(lists).size, 1)
  assert.ok(lists[0] && lists[0].length < 12_000, `assistants keep it in mind: ${lists[0]?.length} characters`)
})

describe('every tool returns what the API returns to the same key', () => {
  const people = ['stranger', 'left', 'guest', 'member', 'admin', 'owner', 'else'] as const
  const asCallers = async (): Promise<[string, Caller][]> => [
    ...(await Promise.all(
      people.map(async (who): Promise<[string, Caller]> => [who, await service.caller(`U-${who}`)]),
    )),
    ['read', await service.caller('U-owner', { scope: 'read' })],
    ['within', await service.caller('U-owner', { channelIds: [channel, 'C-closed'] })],
    ['beyond', await service.caller('U-owner', { channelIds: ['C-own'] })],
    ['operator', await service.caller('U-operator', { isOperator: true })],
  ]

  for (const era of eras) {
    test(`for every caller, over ${era}`, async () => {
      const refused = new Set<string>()
      for (const [who, caller] of await asCallers()) {
        // Both eras lead to the same tools.
        if (era !== eras[0] && !['guest', 'owner', 'beyond'].includes(who)) continue
        const assistant = await connectAssistant([service.url], caller.authorization, era)
        for (const id of [channel, 'C-closed', 'C-nowhere']) {
          for (const tool of names) await compare(assistant, caller, tool, id, `${tool} of ${id} as ${who}`, refused)
        }
      }
      assert.deepEqual([...refused].sort(), ['Not a subscriber', 'Permission denied'], 'control')
    })
  }

  async function compare(
    assistant: Assistant,
    caller: Caller,
    tool: McpToolName,
    id: string,
    where: string,
    refused: Set<string>,
  ): Promise<void> {
    const { given, path, more } = questions[tool](id)
    const answer = await assistant.use(tool, given as Record<string, unknown>)
    const api = await caller.get(path)
    if (api.status !== 200) {
      assert.deepEqual([answer.isError, answer.text], [true, api.body.error], where)
      refused.add(answer.text)
      return
    }
    assert.equal(answer.isError, false, `${where}: ${answer.text}`)
    const rest = more && (await caller.get(more)).body
    assert.deepEqual(asApi[tool](answer.data), fromApi(tool, api.body, rest), where)
  }
})

test('without a valid key nothing is answered', async () => {
  for (const authorization of [undefined, 'Bearer ink_nonsense', 'Basic dTpw']) {
    const answer = await rpc(service.callerWith(authorization), 'tools/list')
    assert.deepEqual([answer.status, answer.body], [401, { error: 'Authentication failed' }])
    assert.equal(answer.headers.get('www-authenticate'), 'Bearer')
  }
})

test('cookies do not count, and pages of other origins are refused before their key is looked at', async () => {
  const signedIn = await owner.post('/api/sign-ins')
  const cookie = String(signedIn.headers.get('set-cookie')).split(';')[0] ?? ''
  const own = { cookie, 'sec-fetch-site': 'same-origin' }
  assert.equal((await service.callerWith(undefined).get('/api/me', { headers: own })).status, 200, 'control')
  assert.equal((await rpc(service.callerWith(undefined), 'tools/list', {}, own)).status, 401)
  for (const origin of ['https://evil.example', 'null']) {
    assert.equal((await rpc(owner, 'tools/list', {}, { origin })).status, 403)
    assert.equal((await rpc(service.callerWith(undefined), 'tools/list', {}, { origin })).status, 403)
  }
  assert.equal((await rpc(owner, 'tools/list', {}, { origin: service.url })).status, 200)
})

test('pages of origins that the operator allowed can connect', async () => {
  const allowing = await startTestService({ INNKEEPER_CORS_ORIGINS: 'https://club.example' })
  const caller = await allowing.caller('U1')
  const headers = { origin: 'https://club.example' }
  const answer = await rpc(caller, 'tools/list', {}, headers)
  assert.deepEqual([answer.status, answer.headers.get('access-control-allow-origin')], [200, 'https://club.example'])
  const preflight = await caller.request('OPTIONS', '/mcp', {
    headers: { ...headers, 'access-control-request-method': 'POST' },
  })
  assert.match(preflight.headers.get('access-control-allow-headers') ?? '', /mcp-method, mcp-name/)
})

test('with INNKEEPER_MCP=0 there is nothing at /mcp', async () => {
  const off = await startTestService({ INNKEEPER_MCP: '0' })
  const answer = await rpc(await off.caller('U1'), 'tools/list')
  assert.deepEqual([answer.status, answer.body], [404, { error: 'Not found' }])
  assert.equal((await (await off.caller('U1')).get('/api/keys')).body.mcpUrl, null)
  assert.equal((await owner.get('/api/keys')).body.mcpUrl, `${service.url}/mcp`)
})

test('there are no streams, sessions or batches', async () => {
  for (const method of ['GET', 'DELETE']) {
    const answer = await owner.request(method, '/mcp', { headers: { accept: 'text/event-stream' } })
    assert.deepEqual([answer.status, answer.headers.get('allow')], [405, 'POST'])
  }
  const batch = await owner.request('POST', '/mcp', { body: [{ jsonrpc: '2.0', id: 1, method: 'tools/list' }] })
  assert.deepEqual([batch.status, batch.body], [400, { error: 'Body must be an object' }])
  const listening = await modern(owner, 'subscriptions/listen', { filter: {} })
  assert.ok(listening.text.includes('"error"'), listening.text)
})

test('headers that contradict the body are refused by name', async () => {
  const given = { name: 'read_day', arguments: { channel } }
  assert.equal((await modern(owner, 'tools/call', given)).status, 200, 'control')
  const wrong: [string, Record<string, string>][] = [
    ['mcp-method', { 'mcp-method': 'tools/list' }],
    ['mcp-name', { 'mcp-name': 'list_channels' }],
    ['mcp-protocol-version', { 'mcp-protocol-version': '2025-11-25' }],
  ]
  for (const [name, headers] of wrong) {
    const { status, body } = await modern(owner, 'tools/call', given, headers)
    assert.equal(status, 400, name)
    assert.match(body.error.message.toLowerCase(), new RegExp(name), JSON.stringify(body))
  }
  const future = await modern(owner, 'tools/list', {}, { 'mcp-protocol-version': '2099-01-01' }, '2099-01-01')
  assert.equal(future.status, 400)
  assert.match(JSON.stringify(future.body.error), /2026-07-28/, 'says what is supported')
})

test('bad input gets a sentence that says what is wrong', async () => {
  const { client, use } = await connectAssistant([service.url], owner.authorization)
  await assert.rejects(client.callTool({ name: 'delete_everything', arguments: {} }), /delete_everything not found/)
  const faults: [McpToolName, Record<string, unknown>, RegExp][] = [
    ['read_day', {}, /channel is missing/],
    ['read_day', { channel, date: 'yesterday' }, /date must be a calendar day/],
    ['read_day', { channel, day: day }, /Unknown field "day"/],
    ['read_day', { channel: 7 }, /channel must be a text/],
    ['read_day', { channel: 'C\0' }, /channel must match/],
    ['read_day', { channel, cursor: 'forged' }, /cursor/],
    ['read_day', { channel: '../../etc/passwd' }, /^Permission denied$/],
    ['search_messages', { channel, query: '' }, /query must not be empty/],
    ['search_messages', { channel, query: 'x'.repeat(201) }, /query must be at most 200/],
    ['search_messages', { channel, query: 'text', type: 'poem' }, /type must be one of text/],
    ['get_ledger', { channel, from: '2026-03-10', to: '2026-03-01' }, /from must not be after to/],
    ['get_message', { channel, message: 'none' }, /^Message not found$/],
    ['get_media', { channel, message: textId }, /^Message not found$/],
  ]
  for (const [tool, given, sentence] of faults) {
    const answer = await use(tool, given)
    assert.equal(answer.isError, true, `${tool} ${JSON.stringify(given).slice(0, 80)}`)
    assert.match(answer.text, sentence)
  }
  const large = await owner.post('/mcp', {
    jsonrpc: '2.0',
    id: 1,
    method: 'tools/call',
    params: { name: 'read_day', arguments: { channel: 'x'.repeat(10_000_000) } },
  })
  assert.deepEqual(large.body, {
    error: 'Body is too large; at most 1 MiB is allowed; tools take short arguments only',
  })
  for (const [raw, sentence] of [
    ['{', 'Body is not valid JSON in UTF-8'],
    ['7', 'Body must be an object'],
    ['{"jsonrpc":"1.0","method":"tools/list"}', 'jsonrpc must be 2.0'],
    ['{"jsonrpc":"2.0","method":"tools/list","extra":1}', 'Unknown field "extra"'],
  ] as const) {
    const answer = await owner.request('POST', '/mcp', { raw, headers: { 'content-type': 'application/json' } })
    assert.deepEqual([answer.status, answer.body], [400, { error: sentence }])
  }
})

test('a picture comes as its preview, and other files as a URL', async () => {
  const { use } = await connectAssistant([service.url], owner.authorization)
  const { image, data } = await use('get_media', { channel, message: imageId })
  assert.deepEqual(image && [Buffer.from(image.data, 'base64').toString(), image.mimeType], ['preview', 'image/webp'])
  assert.equal(data.download, `${service.url}/api/channels/${channel}/backup/media/${imageId}`)
  const { status } = await owner.get(new URL(data.download).pathname)
  assert.equal(status, 200)
})

describe('a tool call costs what its route costs', () => {
  test('requests of a person count together, whatever they call', async () => {
    const limited = await startTestService({ INNKEEPER_RATE_LIMIT: '3' })
    const caller = await limited.caller('U1')
    await caller.get('/api/me')
    assert.equal((await rpc(caller, 'tools/list')).headers.get('ratelimit'), '"default";r=1;t=60')
    assert.equal((await callTool(caller, 'list_channels', {})).status, 200)
    const refused = await callTool(caller, 'list_channels', {})
    assert.deepEqual([refused.status, refused.body], [429, { error: 'Too many requests' }])
    assert.ok(refused.headers.get('retry-after'))
  })

  test('searches take from the same budget', async () => {
    // 120 searches a minute, of which this limit leaves 2.
    const limited = await startTestService({ INNKEEPER_RATE_LIMIT: '10' })
    await limited.channel('C1', { owner: 'U1', subscribers: ['U1'] })
    const caller = await limited.caller('U1')
    const search = () => callTool(caller, 'search_messages', { channel: 'C1', query: 'text' })
    assert.doesNotMatch((await search()).text, /isError/)
    assert.equal((await caller.get('/api/channels/C1/backup/search?q=text')).status, 200)
    assert.match((await search()).text, /Too many requests. Try again in \d+ seconds/)
    assert.equal((await caller.get('/api/channels/C1/backup/search?q=text')).status, 429)
    assert.doesNotMatch((await callTool(caller, 'read_day', { channel: 'C1' })).text, /isError/, 'other tools work')
  })
})

describe('answers are at most 40,000 characters', () => {
  const huge = 'C-huge'
  const count = 60

  before(async () => {
    await service.channel(huge, { owner: 'U-owner', subscribers: ['U-owner'] })
    const texts = [...Array(count).keys()].map(
      (nth) => `huge ${nth % 5 === 0 ? '"\\\n'.repeat(1200) : '✓'.repeat(nth)}`,
    )
    await service.receive([
      ...texts.map((text, nth) =>
        message(huge, service.clock.now + nth, { id: `m-huge-${nth}`, content: { type: 'text', text } }),
      ),
      message(huge, service.clock.now + count, {
        id: 'm-long',
        content: { type: 'text', text: '\u0001'.repeat(30_000) },
      }),
    ])
  })

  for (const [tool, given] of [
    ['read_day', { channel: huge, date: day }],
    ['read_around', { channel: huge, message: 'm-huge-30' }],
    ['search_messages', { channel: huge, query: 'huge' }],
    ['search_messages', { query: 'huge' }],
  ] as const) {
    test(`${tool} ${JSON.stringify(given)} continues with its cursor until nothing is missing`, async () => {
      const { use } = await connectAssistant([service.url], owner.authorization)
      const seen: string[] = []
      for (let cursor: string | undefined, pages = 1; ; pages++) {
        const answer = await use(tool, { ...given, ...(cursor && { cursor }) })
        assert.equal(answer.isError, false, answer.text)
        assert.ok(answer.length <= mcpLimits.answer, `${answer.length} characters`)
        const items = answer.data[mcpTools[tool].list]
        assert.ok(items.length <= mcpLimits.items)
        for (const one of items) seen.push((one.item ?? one).id ?? (one.item ?? one).message?.id ?? one.message?.id)
        assert.equal(answer.data.isComplete, answer.data.cursor === null)
        if (answer.data.cursor === null) {
          assert.ok(pages > 2, 'control')
          break
        }
        cursor = answer.data.cursor
      }
      const wanted = [...Array(count).keys()].map((nth) => `m-huge-${nth}`)
      const found = seen.filter((id) => id?.startsWith('m-huge-'))
      assert.equal(new Set(found).size, found.length, 'none twice')
      const expected = tool === 'read_around' ? wanted.slice(30) : wanted
      for (const id of expected) assert.ok(found.includes(id), `${id} is missing`)
    })
  }

  test('a message that is longer than an answer is cut and says so', async () => {
    const { use } = await connectAssistant([service.url], owner.authorization)
    for (const tool of ['get_message', 'read_around'] as const) {
      const answer = await use(tool, { channel: huge, message: 'm-long' })
      assert.equal(answer.isError, false, answer.text)
      assert.ok(answer.length <= mcpLimits.answer, `${answer.length} characters`)
      assert.match(JSON.stringify(answer.data), /\[cut, 30000 characters\]/)
    }
  })
})

// Several nodes need PostgreSQL.
if (engine === 'postgres')
  test('two nodes that answer in turn are one server', async () => {
    const second = await startTestService({ INNKEEPER_SECRET_KEY: 'ab'.repeat(32) }, { at: service.environment })
    for (const era of eras) {
      const { client, use } = await connectAssistant([service.url, second.url], owner.authorization, era)
      assert.equal((await client.listTools()).tools.length, names.length)
      for (let cursor: string | null = null, pages = 0; pages < 4; pages++) {
        const { data }: { data: { cursor: string | null } } = await use('read_day', {
          channel: 'C-huge',
          date: day,
          ...(cursor !== null && { cursor }),
        })
        cursor = data.cursor
        assert.ok(cursor, 'the cursor of one node works on the other')
      }
    }
  })

function rpc(caller: Caller, method: string, params: object = {}, headers: Record<string, string> = {}) {
  return caller.request('POST', '/mcp', { body: { jsonrpc: '2.0', id: 1, method, params }, headers })
}

function callTool(caller: Caller, name: McpToolName, given: object) {
  return rpc(caller, 'tools/call', { name, arguments: given })
}

/** As a client of the newest revision sends it. */
function modern(
  caller: Caller,
  method: string,
  params: Record<string, unknown>,
  headers: Record<string, string> = {},
  version: Era | string = '2026-07-28',
) {
  const _meta = {
    'io.modelcontextprotocol/protocolVersion': version,
    'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
    'io.modelcontextprotocol/clientCapabilities': {},
  }
  const standard = {
    'mcp-protocol-version': version,
    'mcp-method': method,
    ...(typeof params.name === 'string' && { 'mcp-name': params.name }),
  }
  return rpc(caller, method, { ...params, _meta }, { ...standard, ...headers })
}
