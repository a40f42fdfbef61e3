import { defineRoutes } from '../route.ts'
import { Type } from '../schema.ts'
import { channelId } from '../schemas/channels.ts'
import { day } from '../schemas/primitives.ts'
import { ChannelUsage, Usage, usageLimits } from '../schemas/usage.ts'

const query = Type.Object(
  {
    from: Type.Optional(day('First day. Defaults to 29 days before `to`.')),
    to: Type.Optional(day('Last day. Defaults to today.')),
  },
  { additionalProperties: false },
)

export const usageRoutes = defineRoutes({
  getUsage: {
    method: 'GET',
    path: '/api/usage',
    tag: 'Account',
    summary: 'Get usage',
    description:
      "Returns daily counters for the channels that the caller can access, by each channel's days. `apiRequests` counts the " +
      `caller's own requests, by the server's days. Covers the last 30 days by default, and at most ${usageLimits.days}.`,
    permission: 'key',
    query,
    answer: { status: 200, schema: Usage },
  },
  getChannelUsage: {
    method: 'GET',
    path: '/api/channels/:channelId/usage',
    tag: 'Channels',
    summary: "Get a channel's usage",
    description:
      "Returns the counters of `/api/usage` for one channel, by its own days, and when people write, in the channel's time " +
      `zone. Covers the last 30 days by default, and at most ${usageLimits.days}. Counters include messages that were deleted ` +
      'later. Hours count only messages that still exist.',
    permission: 'member',
    cost: 'report',
    params: Type.Object({ channelId }),
    query,
    answer: { status: 200, schema: ChannelUsage },
  },
})
