import { stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { openEncryption } from '../../actions/storage/snapshot/place/place-encryption.ts'
import { openPlaceReader, readStored } from '../../actions/storage/snapshot/place/place-reader.ts'
import { chooseSnapshot, findPlaceId, findSnapshots } from '../../actions/storage/snapshot/place/place-snapshots.ts'
import { ageCrypt } from '../../adapters/age/snapshot-crypt.ts'
import { openWorkFolder } from '../../adapters/fs/snapshots/work-folder.ts'
import { migrations } from '../../adapters/sql/migrations.ts'
import type { SnapshotPlaces } from '../../cli/cli-deps.ts'
import { describeTarget, openPlaceAt, openTarget, snapshotPlanOf, targetsOf } from './snapshot-places.ts'
import { doSnapshotWork } from './snapshot-work.ts'

/** What commands do with snapshot places. */
export const snapshotPlaces: SnapshotPlaces = {
  async find(config, text) {
    if (!text.startsWith('s3:') && !(await stat(text).catch(() => undefined))?.isDirectory()) return undefined
    const place = await openPlaceAt(config, text)
    if (place.kind === 'bucket' || (await findPlaceId(place)) !== undefined) return place
    place.close()
    return undefined
  },
  list: (config) => targetsOf(config).map((target) => ({ target, where: describeTarget(config, target) })),
  plan: snapshotPlanOf,
  open: openTarget,
  async openSnapshot(place, id, unlocking) {
    const index = chooseSnapshot(await findSnapshots(place), id, place.where)
    const decrypt = await openEncryption({ place, crypt: ageCrypt }, index, unlocking)
    // Not in the data folder, which must be empty for a restore.
    const work = await openWorkFolder(tmpdir())
    return await openPlaceReader({ place, index, decrypt, work, schema: migrations.length })
  },
  async compareStored(place, id) {
    const { snapshotId, parts, encryption } = chooseSnapshot(await findSnapshots(place), id, place.where)
    let bytes = 0
    for (const part of parts) for await (const chunk of readStored(place, part)) bytes += chunk.length
    return { snapshotId, files: parts.length, bytes, isEncrypted: encryption !== null }
  },
  doWork:
    (config, { secret, instance }, tell) =>
    (order) =>
      doSnapshotWork({ config, identity: { secret, instance }, tell }, order),
  async drill(config, place, id, unlocking) {
    const { drillOn } = await import('./snapshot-drill.ts')
    return await drillOn({ config, place, unlocking, snapshotId: id })
  },
}
