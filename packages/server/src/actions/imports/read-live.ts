import type { Gap, LiveMessage, OwnSend } from '../../domain/imports/alignment/history-side.ts'
import { isImportedId } from '../../domain/imports/imported-id.ts'
import type { MessagePosition } from '../../ports/reading.ts'
import type { Store } from '../../ports/store.ts'

export type LiveSlice = { live: LiveMessage[]; gaps: Gap[]; sends: OwnSend[] }

/** Messages at once. */
const examine = 1_000

/** What came from the platform in a time, in slices. Imported messages are no evidence of what was said. */
export async function* readLive(
  store: Pick<Store, 'readForExport'>,
  channelNo: number,
  { from, to }: { from: number; to: number },
): AsyncGenerator<LiveSlice> {
  let after: MessagePosition | undefined
  do {
    const look = { from, to, after, examine, sender: null, type: null, isWhole: true }
    const { entries, next } = await store.readForExport(channelNo, look)
    const slice: LiveSlice = { live: [], gaps: [], sends: [] }
    for (const entry of entries) {
      if (entry.kind === 'gap') slice.gaps.push({ at: entry.time, seq: entry.seq })
      if (entry.kind === 'answer') for (const text of entry.texts) slice.sends.push({ at: entry.time, text })
      if (entry.kind !== 'message' || isImportedId(entry.id)) continue
      const { message } = entry
      const text = textOf(message)
      slice.live.push({
        id: entry.id,
        at: entry.time,
        seq: entry.seq,
        person: message.sender.id,
        kind: message.type,
        wordings: [...(text === undefined ? [] : [text]), ...entry.versions.map(({ content }) => content)],
      })
    }
    yield slice
    after = next
  } while (after)
}

function textOf(message: { type: string; content?: string; caption?: string; fileName?: string }): string | undefined {
  return message.type === 'text' ? message.content : (message.caption ?? message.fileName)
}
