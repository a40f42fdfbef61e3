import { Command } from 'commander'
import { adoptMediaPlace, mediaPlaceOf } from '../../actions/storage/media-place.ts'
import { type CliDeps, type DataOption, withDataOption, withStore } from '../cli-deps.ts'
import { formatCount } from '../text-format.ts'

export function adoptMediaCommand(deps: CliDeps): Command {
  return withDataOption(new Command('adopt-media'))
    .summary('Use another media store, after you moved the files there.')
    .description(
      'Use the media store of the settings from now on. Run this after you copied all files there, under the same names, while no ' +
        'service is running. The command checks that every file is there, and changes nothing if one is missing.',
    )
    .addHelpText('after', '\nExample:\n  ./innkeeper adopt-media --data /var/lib/innkeeper\n')
    .action(async (options: DataOption) => {
      await withStore(deps, options, async (store, config) => {
        // On a server, the nodes that are running are known by their reports.
        const lock = config.databaseUrl === null ? deps.lockFolder(config.dataDir, 'serve.lock') : undefined
        const { blobs, close } = await deps.openMedia(config, store)
        try {
          const files = await adoptMediaPlace(config, store, blobs)
          console.log(
            `${formatCount(files, 'file')} found in ${mediaPlaceOf(config)}. Services can start with these settings now.`,
          )
        } finally {
          close()
          lock?.release()
        }
      })
    })
}
