import type { Happening } from '@innkeeper/contract'
import { PersonLink } from '../../channel/person-link.tsx'
import { useConversationContext } from '../conversation-context.ts'
import type { Row } from '../timeline/rows.ts'
import { happeningsOf, splitHappenings } from './happening-text.ts'
import classes from './row-view.module.css'

/** A quiet line about the group. Several people who joined one after the other share one. */
export function HappeningLine({ row, item }: { row: Row; item: Happening }) {
  const { t, format, join } = useConversationContext()
  const parts = splitHappenings(happeningsOf(row, item), { t, format, join })
  return (
    <p className={classes.happening} data-missing={item.missingSince !== null || undefined}>
      <bdi>
        {parts.map((part) =>
          typeof part === 'string' ? (
            part
          ) : (
            <PersonLink key={part.userId} userId={part.userId} tabIndex={-1}>
              <bdi>{part.name}</bdi>
            </PersonLink>
          ),
        )}
      </bdi>{' '}
      <span className={classes.when}>
        <span aria-hidden>· </span>
        <time dateTime={item.at} title={format.dateTime(item.at)}>
          {format.time(item.at)}
        </time>
      </span>
    </p>
  )
}
