import type { DayState, LedgerDay } from '@innkeeper/contract'
import { useDisclosure } from '@mantine/hooks'
import { useConversationContext } from '../conversation-context.ts'
import { DayDetails } from './day-details.tsx'
import classes from './ledger.module.css'
import { StateMark } from './state-mark.tsx'

const order: readonly DayState[] = ['whole', 'closed', 'partly', 'before-bot', 'unknown', 'empty']

/** What the marks in the calendar mean, and the details of the day that is in view. */
export function MonthLegend({ days, day }: { days: readonly LedgerDay[]; day: string | undefined }) {
  const { t, format } = useConversationContext()
  const [isOpen, details] = useDisclosure(false)
  const states = new Set(days.map(({ state }) => state))
  const shown = days.find(({ date }) => date === day)
  return (
    <>
      <ul className={classes.legend} aria-label={t('ledger.label')}>
        {order
          .filter((state) => states.has(state))
          .map((state) => (
            <li key={state} className={classes.state}>
              <StateMark state={state} />
              {t(`ledger.state.${state}`)}
            </li>
          ))}
      </ul>
      {shown && (
        <>
          <button type="button" className={classes.about} onClick={details.open}>
            {t('ledger.about', { day: format.plainDate(shown.date) })}
          </button>
          <DayDetails day={shown} opened={isOpen} onClose={details.close} />
        </>
      )}
    </>
  )
}
