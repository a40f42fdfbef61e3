import { Readable } from 'node:stream'
import { dayOf } from '../../domain/day.ts'
import { type ExportedMessage, toFileLine, toJsonLine, toTextLine } from '../../domain/messages/own-export.ts'
import { ownFrom } from '../../domain/messages/retention.ts'
import { toTimestamp } from '../../domain/timestamp.ts'
import type { Clock } from '../../ports/clock.ts'
import type { OwnMessage } from '../../ports/people.ts'
import type { Store } from '../../ports/store.ts'
import type { ChannelGrant } from '../access.ts'
import { readMessagesOf } from '../members/own-messages.ts'

type Deps = { store: Store; clock: Clock; retentionCeilingDays: number | null; baseUrl: () => string }

export type OwnExport = { fileName: string; contentType: string; content: Readable }

/** Written while it is read, however many messages there are. */
export async function exportOwnMessages(deps: Deps, grant: ChannelGrant, format: 'jsonl' | 'txt'): Promise<OwnExport> {
  const { channelNo, timezone } = grant.channel
  const { name } = await deps.store.getChannel(channelNo)
  const lines = format === 'jsonl' ? writeJson(deps, grant) : writeText(deps, grant, name)
  return {
    fileName: `${name} ${dayOf(deps.clock(), timezone)}.${format}`,
    contentType: format === 'jsonl' ? 'application/jsonl; charset=utf-8' : 'text/plain; charset=utf-8',
    content: Readable.from(lines, { objectMode: false }),
  }
}

async function* writeJson(deps: Deps, grant: ChannelGrant): AsyncGenerator<string> {
  for await (const messages of readOwn(deps, grant)) yield messages.map(toJsonLine).join('')
}

async function* writeText(deps: Deps, grant: ChannelGrant, name: string): AsyncGenerator<string> {
  const { timezone } = grant.channel
  const files: string[] = []
  yield `Your messages in ${name}\nTimes are in ${timezone}.\n\n`
  for await (const messages of readOwn(deps, grant)) {
    for (const one of messages) if (one.path !== null) files.push(toFileLine(one, timezone, deps.baseUrl()))
    yield messages.map((one) => toTextLine(one, timezone)).join('')
  }
  if (files.length > 0) yield `\nFiles (${files.length})\nTo download them, you need a backup of this channel.\n\n`
  for (const file of files) yield file
}

async function* readOwn(
  { store, clock, retentionCeilingDays }: Deps,
  grant: ChannelGrant,
): AsyncGenerator<ExportedMessage[]> {
  const { channel, userId } = grant
  const from = ownFrom(grant, clock(), retentionCeilingDays)
  const look = { channelNo: channel.channelNo, userId, order: 'asc', from, to: Number.MAX_SAFE_INTEGER } as const
  for await (const slice of readMessagesOf(store, look)) {
    yield await Promise.all(slice.map((message) => toExported(store, grant, message)))
  }
}

async function toExported(store: Store, grant: ChannelGrant, own: OwnMessage): Promise<ExportedMessage> {
  const { channelId, channel } = grant
  const { messageId, time, editedAt, json } = own
  const versions = editedAt === null ? [] : await store.listVersions(channel.channelNo, messageId)
  const message = JSON.parse(json)
  const file = `/api/channels/${encodeURIComponent(channelId)}/backup/media/${encodeURIComponent(messageId)}`
  return {
    sentAt: time,
    editedAt,
    message,
    versions: versions.map(({ at, content }) => ({ at: toTimestamp(at), content })),
    path: 'mediaKey' in message ? file : null,
  }
}
