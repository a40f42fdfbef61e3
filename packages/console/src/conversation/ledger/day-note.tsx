import { useDisclosure } from '@mantine/hooks'
import { useConversationContext } from '../conversation-context.ts'
import { DayDetails } from './day-details.tsx'
import classes from './ledger.module.css'
import { useLedgerDay } from './ledger-query.ts'
import { describeGap, describeLosses } from './ledger-text.ts'
import { beganBefore } from './place-gaps.ts'
import type { Gap } from './placed-gaps.ts'

/** More are only in the details. */
const mostLines = 2

/** Below the heading, the time of the day's first entry. Below a row, the gaps that began there. */
type Props = { day: string } & ({ first: string } | { gaps: readonly Gap[] })

/** What is known to be missing. Nothing on a day from which nothing is. */
export default function DayNote({ day, ...place }: Props) {
  const words = useConversationContext()
  const { t, format, join } = words
  const found = useLedgerDay(day)
  const [isOpen, details] = useDisclosure(false)
  if (!found || (found.state !== 'partly' && found.state !== 'closed')) return null
  const gaps = 'gaps' in place ? place.gaps : found.gaps.filter((gap) => beganBefore(gap, place.first))
  const losses = 'gaps' in place ? [] : describeLosses(found, words)
  const lines = [...gaps.map((gap) => describeGap(gap, day, words)), ...losses]
  if (lines.length === 0) return null
  return (
    <div className={classes.note} data-state={found.state}>
      {lines.slice(0, mostLines).map((line) => (
        <p key={line}>{line}</p>
      ))}
      <button
        type="button"
        className={classes.details}
        aria-label={join.labelled(t('ledger.details'), t('ledger.detailsOf', { day: format.day(day) }))}
        onClick={details.open}
      >
        {t('ledger.details')}
      </button>
      <DayDetails day={found} opened={isOpen} onClose={details.close} />
    </div>
  )
}
