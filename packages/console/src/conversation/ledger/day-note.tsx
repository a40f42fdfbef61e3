import { useDisclosure } from '@mantine/hooks'
import { useConversationContext } from '../conversation-context.ts'
import { DayDetails } from './day-details.tsx'
import classes from './ledger.module.css'
import { useLedgerDay } from './ledger-query.ts'
import { describeGap, describeLosses } from './ledger-text.ts'

/** More are only in the details. */
const mostLines = 2

/** Below the heading of a day: what is known to be missing. Nothing on a day from which nothing is. */
export default function DayNote({ day }: { day: string }) {
  const words = useConversationContext()
  const { t, format, join } = words
  const found = useLedgerDay(day)
  const [isOpen, details] = useDisclosure(false)
  if (!found || (found.state !== 'partly' && found.state !== 'closed')) return null
  const lines = [...found.gaps.map((gap) => describeGap(gap, day, words)), ...describeLosses(found, words)]
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
