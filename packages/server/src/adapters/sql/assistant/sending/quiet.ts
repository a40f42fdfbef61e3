import { decideQuiet, type QuietRequest } from '../../../../domain/assistant/quiet-command.ts'
import { botTexts, quietText } from '../../../../domain/platforms/bot-texts.ts'
import { toTimestampOrNull } from '../../../../domain/timestamp.ts'
import { audit } from '../../channels/audit.ts'
import type { OpenChannel } from '../../channels/open-channels.ts'
import { findRole } from '../../members/roles.ts'
import type { Defaults, Sql } from '../../sql.ts'
import { recordChanges } from '../assistant-versions.ts'

export type AskedQuiet = { wish: QuietRequest; userId: string | undefined; at: number }

/** Silences the bot for a while, or reports whether it is silenced. Returns the bot's reply. */
export async function keepQuiet(tx: Sql, defaults: Defaults, channel: OpenChannel, asked: AskedQuiet): Promise<string> {
  const { wish, userId, at } = asked
  const { channelNo, language } = channel
  const { quietUntil, timezone } = await getQuiet(tx, defaults, channelNo)
  const role = userId === undefined ? undefined : await findRole(tx, channelNo, userId)
  const decision = decideQuiet(wish, { role, quietUntil, at })
  const until = decision.answer === 'on' ? decision.until : null
  if ('isChange' in decision && decision.isChange && userId !== undefined) {
    await setQuiet(tx, defaults, channel, { userId, at, before: quietUntil, until })
  }
  return until === null ? botTexts(language).quiet[decision.answer] : quietText(language, { until, timezone })
}

export async function getQuiet(
  tx: Sql,
  defaults: Defaults,
  channelNo: number,
): Promise<{ quietUntil: number | null; timezone: string }> {
  const row = await tx.get<{ quietUntil: number | null; timezone: string }>(
    `select a.quiet_until as "quietUntil", coalesce(cs.timezone, ?) as timezone
     from assistants a join channel_settings cs on cs.channel = a.channel where a.channel = ?`,
    defaults.timezone,
    channelNo,
  )
  if (!row) throw new Error('The channel has no assistant')
  return row
}

type Change = { userId: string; at: number; before: number | null; until: number | null }

async function setQuiet(
  tx: Sql,
  defaults: Defaults,
  channel: OpenChannel,
  { userId, at, before, until }: Change,
): Promise<void> {
  const { channelNo } = channel
  await tx.run(
    'update assistants set quiet_until = ?, config_updated_at = ?, config_updated_by = ? where channel = ?',
    until,
    at,
    userId,
    channelNo,
  )
  const [quietBefore, quietUntil] = [toTimestampOrNull(before), toTimestampOrNull(until)]
  const edit = { part: 'config', before: { quietUntil: quietBefore }, after: { quietUntil } } as const
  await recordChanges(tx, defaults, channelNo, { by: userId, at }, [edit])
  await audit(tx, channelNo, { kind: 'system' }, at, {
    action: 'assistant.quieted',
    target: userId,
    detail: { quietUntil },
  })
  channel.noteQuiet(until)
}
