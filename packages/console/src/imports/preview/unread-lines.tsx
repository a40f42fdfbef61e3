import { Anchor, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { unreadLinesUrl } from '../../api/client.ts'
import { useChannel } from '../../channel/channel.ts'
import { useFormat } from '../../ui/format/format.ts'
import classes from '../imports.module.css'
import type { Preview } from './draft.ts'

type Props = {
  number: number
  lines: Preview['unreadLines']
  /** Of which the first are listed. */
  total: number
}

/** Lines that couldn't be read, with their numbers in the file. */
export function UnreadLines({ number, lines, total }: Props) {
  const { t } = useTranslation()
  const { channelId } = useChannel()
  const format = useFormat()
  if (total === 0) return null
  const rest = total - lines.length
  return (
    <details className={classes.help}>
      <summary>{t('imports.unread.title', { count: total, places: format.count(total) })}</summary>
      <Text size="sm" c="dimmed">
        {t('imports.unread.text')}
      </Text>
      <ul className={classes.lines}>
        {lines.map(({ line, lines: count, reason }) => (
          <li key={line}>
            {count > 1
              ? t('imports.unread.lines', { from: format.count(line), to: format.count(line + count - 1) })
              : t('imports.unread.line', { line: format.count(line) })}{' '}
            <Text span size="sm" c="dimmed">
              {t(`imports.unread.reasons.${reason}`)}
            </Text>
          </li>
        ))}
      </ul>
      {rest > 0 && (
        <Text size="sm">
          {t('imports.unread.more', { count: rest, places: format.count(rest) })}{' '}
          <Anchor inherit href={unreadLinesUrl(channelId, number)} download>
            {t('imports.unread.all')}
          </Anchor>
        </Text>
      )}
    </details>
  )
}
