import { after } from 'node:test'
import type { McpToolName } from '@innkeeper/contract'
import { type CallToolResult, Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'

/** The eras of the protocol: one request at a time (2026-07-28), and with a handshake (2025). */
export const eras = ['2026-07-28', '2025-11-25'] as const
export type Era = (typeof eras)[number]

export type ToolResult = {
  isError: boolean
  /** What a model reads. */
  text: string
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers freely
  data: any
  image: { data: string; mimeType: string } | undefined
  /** Everything but the image. */
  length: number
}

export type Assistant = {
  client: Client
  use(tool: McpToolName, given?: Record<string, unknown>): Promise<ToolResult>
}

/** The official client, with a key. `urls`: of the nodes, which answer in turn. */
export async function connectAssistant(
  urls: readonly string[],
  authorization: string | undefined,
  era: Era = '2026-07-28',
): Promise<Assistant> {
  let count = 0
  const transport = new StreamableHTTPClientTransport(new URL('/mcp', urls[0]), {
    requestInit: { headers: authorization === undefined ? {} : { authorization } },
    fetch: (_url, init) => fetch(new URL('/mcp', urls[count++ % urls.length]), init),
  })
  const mode = era === '2026-07-28' ? { pin: era } : 'legacy'
  const client = new Client({ name: 'test', version: '1.0.0' }, { versionNegotiation: { mode } })
  await client.connect(transport)
  after(() => client.close())
  return {
    client,
    async use(name, given = {}) {
      return toToolResult((await client.callTool({ name, arguments: given })) as CallToolResult)
    },
  }
}

function toToolResult({ content, structuredContent, isError }: CallToolResult): ToolResult {
  const texts = content.filter((one) => one.type === 'text')
  return {
    isError: isError === true,
    text: texts.map(({ text }) => text).join('\n'),
    data: structuredContent,
    image: content.find((one) => one.type === 'image'),
    length: JSON.stringify({ texts, structuredContent }).length,
  }
}
