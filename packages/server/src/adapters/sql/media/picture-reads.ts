import { previewType, type StoredPicture } from '../../../domain/media/picture.ts'
import type { Reader } from '../sql.ts'

/** `id`: which of the platform's pictures it is. */
type Picture = { id: string; sha256: string; contentType: string }
type Row = { [K in keyof Picture]: Picture[K] | null }

const columns = 'picture_url as id, picture_sha256 as sha256, picture_type as "contentType"'

/** For a person, the latest profile counts, even if it no longer has a picture. */
export async function findPictureOf(sql: Reader, id: string): Promise<Picture | undefined> {
  const channel = await sql.get<Row>(`select ${columns} from channels where channel_id = ?`, id)
  const found = channel && toFound(channel)
  if (found) return found
  return await findPersonPicture(sql, id)
}

export async function findPersonPicture(sql: Reader, userId: string): Promise<Picture | undefined> {
  const person = await sql.get<Row>(
    `select ${columns} from members where user_id = ? and profile_at is not null
     order by profile_at desc, channel limit 1`,
    userId,
  )
  return person && toFound(person)
}

export async function findPicture(sql: Reader, sha256: string): Promise<{ contentType: string } | undefined> {
  return await sql.get<{ contentType: string }>(
    `select picture_type as "contentType" from channels where picture_sha256 = ?
     union all select picture_type from members where picture_sha256 = ?
     union all select '${previewType}' from stickers where sha256 = ?
     union all select content_type from rule_pictures where sha256 = ? limit 1`,
    sha256,
    sha256,
    sha256,
    sha256,
  )
}

export async function isBlobReferenced(sql: Reader, sha256: string): Promise<boolean> {
  const used = await sql.get(
    `select 1 from media where sha256 = ?
     union all select 1 from media where preview_sha256 = ?
     union all select 1 from imports where file_sha256 = ?
     union all select 1 from import_rows where file = ? limit 1`,
    sha256,
    sha256,
    sha256,
    sha256,
  )
  return used !== undefined || (await findPicture(sql, sha256)) !== undefined
}

/** The picture in a row of `channels` or `members`. */
export function toPicture(row: { picture_sha256: string | null; picture_type: string | null }): StoredPicture | null {
  const { picture_sha256: sha256, picture_type: contentType } = row
  return sha256 === null || contentType === null ? null : { sha256, contentType }
}

function toFound({ id, sha256, contentType }: Row): Picture | undefined {
  return id === null || sha256 === null || contentType === null ? undefined : { id, sha256, contentType }
}
