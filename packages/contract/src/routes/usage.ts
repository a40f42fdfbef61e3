import { defineRoutes } from '../route.ts'
import { Type } from '../schema.ts'
import { channelId } from '../schemas/channels.ts'
import { day } from '../schemas/primitives.ts'
import { ChannelUsage, Usage, usageLimits } from '../schemas/usage.ts'

const query = Type.Object(
  {
    from: Type.Optional(day('First day; 29 days before `to` by default.')),
    to: Type.Optional(day('Last day; today by default.')),
  },
  { additionalProperties: false },
)

export const usageRoutes = defineRoutes({
  getUsage: {
    method: 'GET',
    path: '/api/usage',
    tag: 'Account',
    summary: 'Usage, day by day',
    description:
      'Counters over the channels the caller may access, by the day of the channel; `apiRequests` are the ' +
      `caller's own, by the day of the server. The last 30 days by default, ${usageLimits.days} at most.`,
    permission: 'key',
    query,
    answer: { status: 200, schema: Usage },
  },
  getChannelUsage: {
    method: 'GET',
    path: '/api/channels/:channelId/usage',
    tag: 'Channels',
    summary: 'Usage of a channel',
    description:
      "The counters of `/api/usage` of one channel, by its own days, and when people write, by the channel's clock. The last 30 " +
      `days by default, ${usageLimits.days} at most. Counters tell what happened; hours are those of messages that are still there.`,
    permission: 'member',
    cost: 'report',
    params: Type.Object({ channelId }),
    query,
    answer: { status: 200, schema: ChannelUsage },
  },
})
