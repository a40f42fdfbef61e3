import { Readable } from 'node:stream'
import { dayOf } from '../../domain/day.ts'
import { nextSlice } from '../../domain/long-work.ts'
import type { MessageEntry } from '../../domain/messages/export/records.ts'
import { writtenText } from '../../domain/messages/message-text.ts'
import { type ExportedMessage, toFileLine, toJsonLine, toTextLine } from '../../domain/messages/own-export.ts'
import { toTimestamp } from '../../domain/timestamp.ts'
import type { Clock } from '../../ports/clock.ts'
import type { Store } from '../../ports/store.ts'
import type { ChannelGrant } from '../access.ts'
import { readRecords } from '../messages/export/read-records.ts'

type Deps = { store: Store; clock: Clock; retentionCeilingDays: number | null; baseUrl: () => string }

/** `renew`: their rights now. */
type Caller = { grant: ChannelGrant; renew(): Promise<ChannelGrant> }

export type OwnExport = { fileName: string; contentType: string; content: Readable }

/** Written while it is read, however many messages there are. */
export async function exportOwnMessages(deps: Deps, caller: Caller, format: 'jsonl' | 'txt'): Promise<OwnExport> {
  const { channelNo, timezone } = caller.grant.channel
  const { name } = await deps.store.getChannel(channelNo)
  const lines = format === 'jsonl' ? writeJson(deps, caller) : writeText(deps, caller, name)
  return {
    fileName: `${name} ${dayOf(deps.clock(), timezone)}.${format}`,
    contentType: format === 'jsonl' ? 'application/jsonl; charset=utf-8' : 'text/plain; charset=utf-8',
    content: Readable.from(lines, { objectMode: false }),
  }
}

async function* writeJson(deps: Deps, caller: Caller): AsyncGenerator<string> {
  for await (const messages of readOwn(deps, caller)) yield messages.map(toJsonLine).join('')
}

async function* writeText(deps: Deps, caller: Caller, name: string): AsyncGenerator<string> {
  const { timezone } = caller.grant.channel
  const files: string[] = []
  yield `Your messages in ${name}\nTimes are in ${timezone}.\n\n`
  for await (const messages of readOwn(deps, caller)) {
    for (const one of messages) if (one.path !== null) files.push(toFileLine(one, timezone, deps.baseUrl()))
    yield messages.map((one) => toTextLine(one, timezone)).join('')
  }
  if (files.length > 0) yield `\nFiles (${files.length})\nTo download them, you need a backup of this channel.\n\n`
  for (const file of files) yield file
}

/** The messages of an export of one's own, whose rights are checked again before every slice. */
async function* readOwn(deps: Deps, { grant, renew }: Caller): AsyncGenerator<ExportedMessage[]> {
  const filter = { from: null, to: null, sender: null, type: null, own: true, media: false }
  const span = { start: Number.MIN_SAFE_INTEGER, end: Number.MAX_SAFE_INTEGER }
  const source = { ...span, filter, renew, people: new Map() }
  for await (const { records } of readRecords({ ...deps, pause: nextSlice, examine: examinedAtOnce }, source)) {
    const own = records.flatMap((record) => (record.kind === 'message' ? [toExported(grant.channelId, record)] : []))
    if (own.length > 0) yield own
  }
}

/** Looking at this many messages takes a few milliseconds, then others get their turn. */
const examinedAtOnce = 1000

function toExported(channelId: string, { id, time, editedAt, message, versions }: MessageEntry): ExportedMessage {
  const file = `/api/channels/${encodeURIComponent(channelId)}/backup/media/${encodeURIComponent(id)}`
  const written = writtenText(message)
  const current = written !== undefined && editedAt !== null ? [{ at: editedAt, content: written }] : []
  return {
    sentAt: time,
    editedAt,
    message,
    versions: [...versions, ...current].map(({ at, content }) => ({ at: toTimestamp(at), content })),
    path: 'mediaKey' in message ? file : null,
  }
}
