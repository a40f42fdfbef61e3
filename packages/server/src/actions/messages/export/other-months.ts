import type { WholePart } from '../../../domain/messages/export/format.ts'
import type { PlannedMonth } from '../../../domain/messages/export/planned-months.ts'
import { accessExport, exportableFrom, type ReadingDeps, senderOf } from './export-rights.ts'
import { findMissing } from './find-missing.ts'
import { type SurveyScene, surveyMessages } from './survey-parts.ts'

/**
 * What the months contain that were downloaded before the last one. Nothing is kept about a download, so this is counted again.
 * `lastSeq`: of the newest message when the export was planned. What came later isn't compared with the plan.
 */
export async function describeOtherMonths(
  deps: ReadingDeps,
  scene: Pick<SurveyScene, 'wish' | 'renew'>,
  { months, lastSeq }: { months: readonly PlannedMonth[]; lastSeq: number },
): Promise<WholePart[]> {
  const { filter } = scene.wish
  const parts: WholePart[] = []
  for (const month of months) {
    const { messagesState, known } = await surveyMessages(deps, { ...scene, lastSeq }, { part: month, isClosed: true })
    const grant = await scene.renew()
    accessExport(grant, filter)
    const { files } = await deps.store.surveyMarks(grant.channel.channelNo, {
      from: Math.max(month.start, exportableFrom(deps, grant, filter)),
      to: month.end,
      sender: senderOf(grant, filter),
      type: filter.type,
    })
    parts.push({
      month: month.month,
      counts: { messages: messagesState.messages, files: filter.media ? files : 0 },
      leftOut: 0,
      filesLeftOut: 0,
      gone: Math.max(0, month.messages - known),
      missing: await findMissing(deps, grant, filter, month),
    })
    await deps.pause()
  }
  return parts
}
