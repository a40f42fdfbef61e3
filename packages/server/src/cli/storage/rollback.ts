import { Command } from 'commander'
import { settleRestored } from '../../actions/storage/snapshot/restore-snapshot.ts'
import { readConfig, UsageProblem } from '../../config/config.ts'
import { type CliDeps, type DataOption, withDataOption } from '../cli-deps.ts'
import { withCleanUp } from '../signals.ts'
import { formatCount } from '../text-format.ts'
import { withDiskTrouble } from './disk-trouble.ts'

export function rollbackCommand(deps: CliDeps): Command {
  return withDataOption(new Command('rollback'))
    .summary('Go back to the database from before an upgrade.')
    .description(
      'Stop the service, install the older version again and run this with it. It replaces the database with the copy that was ' +
        'made before the upgrade. Anything erased, unsent or revoked since then is removed from that copy, too. Messages that ' +
        'arrived since then are missing from it. They stay in the newer database, which is kept next to the copy.',
    )
    .addHelpText('after', '\nExample:\n  ./innkeeper rollback --data /var/lib/innkeeper\n')
    .action(async (options: DataOption) => {
      const { dataDir } = readConfig(deps.environment, { dataDir: options.data })
      console.log(await withDiskTrouble(dataDir, () => rollBack(deps, options)))
    })
}

async function rollBack(deps: CliDeps, { data }: DataOption): Promise<string> {
  const config = readConfig(deps.environment, { dataDir: data })
  const { dataDir } = config
  if (config.databaseUrl !== null) {
    throw new UsageProblem(
      'With PostgreSQL, no copy is made before an upgrade. The previous version can use the database as it is; to go back ' +
        'further, restore a snapshot. See "Rolling updates" in docs/scaling.md.',
    )
  }
  const { upgrades } = await deps.loadSnapshots()
  const schema = upgrades.findSchema(dataDir)
  // Undefined after a rollback that was interrupted.
  if (schema !== undefined && schema <= upgrades.ownSchema) {
    throw new UsageProblem(
      `The database in ${dataDir} has schema ${schema}, which this version can use (it has ${upgrades.ownSchema}), so there is ` +
        'nothing to go back from. Run this command with the older version.',
    )
  }
  const copy = upgrades.list(dataDir).find((one) => one.schema <= upgrades.ownSchema)
  if (!copy) {
    throw new UsageProblem(
      `There is no copy from before an upgrade in ${dataDir} that this version can use. Restore a snapshot instead: ` +
        './innkeeper restore <snapshot> --data <new folder>',
    )
  }
  const media = await deps.openMedia(config, 'any')
  const draft = upgrades.openRollback(dataDir, copy)
  try {
    const at = (folder: string) => ({ ...config, dataDir: folder })
    const settling = settleRestored(
      {
        openStore: (folder) => deps.openStore(at(folder)),
        openLedger: (folder) => deps.openLedger(at(folder)),
        purgeDeleted: (folder, blobs) => deps.purgeDeleted(at(folder), blobs),
      },
      draft.dataDir,
      {
        copiedAt: copy.at,
        ledger: (await deps.loadSnapshots()).readLedgerAt(dataDir),
        blobs: media.blobs,
      },
    )
    const { erased, removed } = await withCleanUp(draft.abandon, () => settling)
    const kept = draft.publish()
    const gone = erased.messages + removed.messages
    return [
      `The database in ${dataDir} is as it was at ${new Date(copy.at).toISOString()}.`,
      ...(gone > 0 ? [`Removed again: ${formatCount(gone, 'message')} that were erased or unsent since.`] : []),
      `The newer database is ${kept}. Delete it when you don't need it any more.`,
      '',
      `Start it:  ./innkeeper serve --data ${dataDir}`,
    ].join('\n')
  } catch (error) {
    draft.abandon()
    throw error
  } finally {
    media.close()
  }
}
