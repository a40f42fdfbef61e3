import { defineRoutes } from '../route.ts'
import { JsonRpcMessage } from '../schemas/mcp.ts'

/** For AI assistants. */
export const mcpRoutes = defineRoutes({
  callMcp: {
    method: 'POST',
    path: '/mcp',
    tag: 'MCP',
    summary: 'Call a tool over MCP',
    description:
      'The [Model Context Protocol](https://modelcontextprotocol.io), revision 2026-07-28, and earlier ones. Stateless: there are no ' +
      'sessions, streams or batches. The tools only read, with the permissions of the key. A call of a tool counts like a request to ' +
      "the API, and expensive ones have the same budgets. Cookies don't count, and pages of other origins are rejected. Errors of the " +
      'protocol itself are JSON-RPC errors. See the guide `/guide/mcp`.',
    permission: 'key',
    jsonRpc: true,
    readsOnly: true,
    body: JsonRpcMessage,
    ifTooLarge: 'tools take short arguments only',
    answer: { status: 200, media: ['application/json', 'text/event-stream'] },
    errors: ['not-found'],
  },
})
