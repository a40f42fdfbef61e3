import type { FileProblem } from '../../../domain/imports/archived-file.ts'
import type { ImportedVersion, Vouchers } from '../../../domain/imports/vouching.ts'
import { forEachRow, rowList } from '../row-list.ts'
import type { Sql } from '../sql.ts'

type Row = [
  messageId: string,
  importNo: number,
  time: number,
  precisionMs: ImportedVersion['precisionMs'],
  name: string,
  file: string | null,
  fileBytes: number | null,
  noFile: Exclude<FileProblem, 'missing'> | null,
  similar: number | null,
]

const vouchersOf = forEachRow(
  (rows) => `select r.message_id, r.import_no, r.time, r.precision_ms, r.name, r.file, r.file_bytes, r.no_file,
       r.is_similar from ${rows} cross join import_rows r where r.channel = ? and r.message_id = l.value ->> 0`,
)

/** What every import tells about these messages. */
export async function listVouchers(
  tx: Sql,
  channelNo: number,
  messageIds: readonly string[],
): Promise<Map<string, Vouchers>> {
  const rows = await tx.lists<Row>(vouchersOf[tx.engine], idList(messageIds), channelNo)
  const found = new Map<string, Map<number, ImportedVersion>>()
  for (const [messageId, importNo, time, precisionMs, name, file, fileBytes, noFile, similar] of rows) {
    const known = found.get(messageId) ?? new Map<number, ImportedVersion>()
    known.set(importNo, {
      time,
      precisionMs,
      name,
      ...(similar !== null && { isSimilar: true }),
      ...(file === null ? {} : { file }),
      ...(fileBytes === null ? {} : { fileBytes }),
      ...(noFile === null ? {} : { noFile }),
    })
    found.set(messageId, known)
  }
  return found
}

export function idList(ids: readonly string[]): string {
  return rowList(ids.map((id) => [id]))
}
