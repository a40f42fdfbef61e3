import { defineRoutes } from '../route.ts'
import { Type } from '../schema.ts'
import { AskedQuestion, BackupAnswer, ChannelDigest, digestQuery } from '../schemas/asking.ts'
import { channelId } from '../schemas/channels.ts'

/** Questions about saved messages. */
export const askingRoutes = defineRoutes({
  askBackup: {
    method: 'POST',
    path: '/api/channels/:channelId/backup/ask',
    tag: 'Backup',
    summary: 'Ask a question about saved messages',
    description:
      'Finds the messages that answer a question best, and quotes them. If the owner allows it, a language model widens the search and ' +
      'writes sentences about what was found. Each sentence cites its messages. Those that cite none are dropped. It only uses messages ' +
      'that the caller can read, and stores neither the question nor the answer.',
    permission: 'member',
    subscriber: true,
    readsOnly: true,
    cost: 'ask',
    params: Type.Object({ channelId }),
    body: AskedQuestion,
    answer: { status: 200, schema: BackupAnswer },
  },
  getDigest: {
    method: 'GET',
    path: '/api/channels/:channelId/backup/digest',
    tag: 'Backup',
    summary: 'Get what stood out',
    description:
      'Returns the messages with the most replies, questions without a reply, links, files, and who joined and left. No language model is ' +
      'used, and nothing is stored.',
    permission: 'member',
    subscriber: true,
    cost: 'report',
    params: Type.Object({ channelId }),
    query: digestQuery,
    answer: { status: 200, schema: ChannelDigest },
  },
})
