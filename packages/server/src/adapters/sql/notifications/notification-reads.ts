import type { ChannelNews, NotifiedBrowser } from '../../../ports/notifications.ts'
import { allows } from '../accounts/channel-limits.ts'
import { hasOperatorRights } from '../accounts/operator-rights.ts'
import { given, type Reader } from '../sql.ts'
import { isSignedIn } from './notified-browsers.ts'

type Row = Omit<NotifiedBrowser, 'key'> & {
  keyId: string
  scope: NotifiedBrowser['key']['scope']
  isOperator: number
  expiresAt: number | null
  parentId: string | null
  operatorId: string | null
  channels: string | null
}

const selectBrowsers = `select b.key_id as "keyId", k.user_id as "userId", k.scope, ${hasOperatorRights} as "isOperator",
    k.expires_at as "expiresAt", k.parent_id as "parentId", k.operator_id as "operatorId", k.channels, b.endpoint, b.p256dh, b.auth,
    b.server_key as "serverKey", b.created_at as "createdAt", b.next_at as "nextAt", b.failures, b.findings_at as "findingsAt"
  from notified_browsers b join keys k on k.key_id = b.key_id and ${isSignedIn}`

/** Something changed in a channel of someone who has saved searches. */
const hasNews = `(exists (select 1 from saved_searches s where s.user_id = k.user_id) and exists (
    select 1 from members m join channels c on c.channel = m.channel
    left join notified_changes n on n.key_id = b.key_id and n.channel = c.channel
    where m.user_id = k.user_id and m.left_at is null and ${allows('k.channels', 'c.channel')} and (n.no is null or n.no < c.last_change)
  ))`

const hasFindings = `(${hasOperatorRights} = 1 and exists (
    select 1 from service_findings f where f.since > b.findings_at
  ))`

const hasStoppedWebhook = `exists (
    select 1 from webhooks w where w.user_id = k.user_id and ${allows('k.channels', 'w.channel')} and w.off_because in ('gone', 'failing') and w.off_at > b.findings_at
  )`

export async function findNotifiedBrowser(
  sql: Reader,
  keyId: string,
  at: number,
): Promise<NotifiedBrowser | undefined> {
  const row = await sql.get<Row>(`${selectBrowsers} where b.key_id = ?`, at, keyId)
  return row && toBrowser(row)
}

export async function listNotifiedBrowsers(sql: Reader, at: number, limit: number): Promise<NotifiedBrowser[]> {
  const rows = await sql.all<Row>(
    `${selectBrowsers} where b.next_at <= ? and (${hasNews} or ${hasFindings} or ${hasStoppedWebhook}) order by b.next_at, b.key_id limit ${given}`,
    at,
    at,
    limit,
  )
  return rows.map(toBrowser)
}

export async function hasNotifiedOperator(sql: Reader, at: number): Promise<boolean> {
  const row = await sql.get(
    `select 1 from notified_browsers b join keys k on k.key_id = b.key_id and ${isSignedIn}
     where ${hasOperatorRights} = 1 limit 1`,
    at,
  )
  return row !== undefined
}

function toBrowser({
  keyId,
  scope,
  isOperator,
  expiresAt,
  parentId,
  operatorId,
  channels,
  ...row
}: Row): NotifiedBrowser {
  const key = { id: keyId, kind: 'sign-in' as const, scope, isOperator: isOperator === 1 }
  return { ...row, key: { ...key, expiresAt, parentId, operatorId, limit: channels } }
}

/** The engines unpack lists differently. */
const each = {
  sqlite: 'select value as key_id from json_each(?)',
  postgres: 'select value as key_id from json_array_elements_text(cast(? as json))',
}

export async function listChannelNews(sql: Reader, keyIds: readonly string[]): Promise<ChannelNews[]> {
  const rows = await sql.all<Omit<ChannelNews, 'from'> & { from: number | null }>(
    `select k.key_id as "keyId", c.channel as "channelNo", n.no as "from", c.last_change as "to"
     from (${each[sql.engine]}) asked
     join keys k on k.key_id = asked.key_id
     join members m on m.user_id = k.user_id and m.left_at is null
     join channels c on c.channel = m.channel and ${allows('k.channels', 'c.channel')}
     left join notified_changes n on n.key_id = k.key_id and n.channel = c.channel
     where (n.no is null or n.no < c.last_change) and exists (select 1 from saved_searches s where s.user_id = k.user_id)
     order by k.key_id, c.channel`,
    JSON.stringify(keyIds),
  )
  return rows.map(({ from, ...row }) => ({ ...row, from: from ?? undefined }))
}

export async function listServiceFindings(sql: Reader): Promise<{ finding: string; since: number }[]> {
  return await sql.all('select finding, since from service_findings order by since, finding')
}
