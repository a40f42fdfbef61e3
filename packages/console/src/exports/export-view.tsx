import { Skeleton } from '@mantine/core'
import { useChannel } from '../channel/channel.ts'
import { useMyself } from '../channel/myself.ts'
import { ExportForm } from './export-form.tsx'
import { RunView } from './run/run-view.tsx'
import { useExportRun } from './run/use-export-run.ts'

/** The form for an export, or the one that was started. */
export function ExportView() {
  const { channelId } = useChannel()
  const userId = useMyself(channelId)?.userId
  const run = useExportRun(channelId, userId)
  if (userId === undefined || run.kept === undefined) return <Skeleton height={320} radius="lg" aria-busy />
  if (run.kept !== null) return <RunView kept={run.kept} run={run} />
  return <ExportForm userId={userId} onStart={(next) => void run.start(next)} />
}
