import type { Moved } from '../../actions/storage/migration/move-store.ts'
import type { Config } from '../../config/config.ts'
import { type BucketLocation, describeBucket } from '../../domain/storage/bucket-location.ts'
import { formatCount, formatNumber, formatTable } from '../text-format.ts'

export type MoveOutcome = Moved & {
  from: string
  /** Without the password. */
  to: string
  media: string | null
  /** The file with the key of saved secrets, which nodes can't read. Null if there is none. */
  keyFile: string | null
}

export function nameOf({
  source,
  url,
  media,
}: {
  source: Config
  url: string
  media: Config | undefined
}): Pick<MoveOutcome, 'from' | 'to' | 'media'> {
  const location: BucketLocation | null = media?.mediaUrl ?? null
  return { from: source.dataDir, to: withoutPassword(url), media: location && describeBucket(location) }
}

export function formatMove(outcome: MoveOutcome): string {
  const { state, from, to, tables, files } = outcome
  const rows = tables.reduce((sum, one) => sum + one.rows, 0)
  const copied = tables.reduce((sum, one) => sum + one.copied, 0)
  const lines: string[] = []
  if (state === 'alike' || state === 'different') {
    const different = tables.filter(({ checksum }) => checksum === null)
    lines.push(
      state === 'alike'
        ? `${to} has the same data as ${from}: ${formatCount(rows, 'row')} in ${tables.length} tables, compared by checksum.`
        : `${to} does not have the same data as ${from}.`,
    )
    if (different.length > 0) {
      const cells = different.map((one) => [one.table, formatNumber(one.rows), formatNumber(one.copied)])
      lines.push('', formatTable(['TABLE', 'ROWS', 'MAY DIFFER'], cells))
    }
  } else {
    lines.push(
      `${to}: ${formatCount(rows, 'row')} in ${tables.length} tables, of which ${formatNumber(copied)} were written now. ` +
        'Every table was compared by checksum.',
    )
  }
  if (files) {
    lines.push(
      `${outcome.media}: ${formatCount(files.copied, 'file')} copied now, ${formatNumber(files.there)} already there.`,
    )
  }
  return [...lines, ...nextSteps(outcome)].join('\n')
}

function nextSteps({ state, from, to, media, keyFile }: MoveOutcome): string[] {
  switch (state) {
    case 'service runs':
      return [
        '',
        `A service is still running on ${from}, so newer messages are not copied yet. Stop it and run the same command again to ` +
          'copy them and finish the migration. Until then, no service starts on the new database.',
      ]
    case 'written to':
      return ['', `${from} has changed during the copy. Run the same command again to finish the migration.`]
    case 'finished':
      return [
        '',
        'The migration is finished. Set this for the service, and keep all other settings:',
        `  INNKEEPER_DATABASE_URL=${to}`,
        ...(media === null ? [] : [`  INNKEEPER_MEDIA_URL=… (${media})`]),
        ...(keyFile === null ? [] : [`  INNKEEPER_SECRET_KEY=… (the content of ${keyFile}, on every node)`]),
        ...(media === null
          ? [`Files stay where they are. If they are in the data folder, start the service with --data ${from}.`]
          : []),
        'Never start the service without this setting again, or it continues with the old database.',
      ]
    case 'different':
    case 'alike':
      return []
  }
}

function withoutPassword(text: string): string {
  const url = new URL(text)
  if (url.password !== '') url.password = '***'
  // The password may also be a query parameter.
  if (url.searchParams.has('password')) url.searchParams.set('password', '***')
  return url.href
}
