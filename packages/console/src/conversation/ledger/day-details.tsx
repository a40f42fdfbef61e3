import type { LedgerDay } from '@innkeeper/contract'
import { Stack, Text, Title } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useActor } from '../../channel/channel.ts'
import { ZoneNote } from '../../channel/zoned-time.tsx'
import { useIsOperator } from '../../session/accounts.ts'
import { LateDialog } from '../../ui/late-dialog.tsx'
import { useConversationContext } from '../conversation-context.ts'
import classes from './ledger.module.css'
import { adviceFor, describeGap, describeLosses, describeRest } from './ledger-text.ts'
import { StateMark } from './state-mark.tsx'

type Props = { day: LedgerDay; opened: boolean; onClose(): void }

/** Everything that is known about a day: what is missing, how we know, and what to do. */
export function DayDetails({ day, opened, onClose }: Props) {
  const { t, format } = useConversationContext()
  return (
    <LateDialog
      opened={opened}
      onClose={onClose}
      title={t('ledger.detailsOf', { day: format.day(day.date) })}
      closeButtonProps={{ 'aria-label': t('conversation.help.close') }}
    >
      <Details day={day} />
    </LateDialog>
  )
}

function Details({ day }: { day: LedgerDay }) {
  const words = useConversationContext()
  const { t } = words
  const losses = describeLosses(day, words)
  const rest = describeRest(day, words)
  return (
    <Stack gap="md">
      <Text size="sm" className={classes.state}>
        <StateMark state={day.state} />
        {t(`ledger.state.${day.state}`)}
      </Text>
      {day.gaps.length + losses.length > 0 && (
        <ul className={classes.list}>
          {day.gaps.map((gap) => (
            <GapDetails key={`${gap.reason} ${gap.from}`} gap={gap} date={day.date} />
          ))}
          {losses.map((text) => (
            <Text component="li" size="sm" key={text}>
              {text}
            </Text>
          ))}
        </ul>
      )}
      {rest.length > 0 && (
        <div>
          <Title order={3} size="h6" mb={4}>
            {t('ledger.also')}
          </Title>
          <ul className={classes.list}>
            {rest.map((text) => (
              <Text component="li" size="sm" key={text}>
                {text}
              </Text>
            ))}
          </ul>
        </div>
      )}
      <ZoneNote />
    </Stack>
  )
}

function GapDetails({ gap, date }: { gap: LedgerDay['gaps'][number]; date: string }) {
  const words = useConversationContext()
  const { t, join } = words
  const { role } = useActor()
  const advice = adviceFor(gap, { isOwner: role === 'owner', isOperator: useIsOperator() ?? false })
  return (
    <li>
      <Text size="sm">{describeGap(gap, date, words)}</Text>
      <Text size="xs" c="dimmed">
        {join.labelled(t('ledger.how'), t(`ledger.source.${gap.knownFrom}`))}
      </Text>
      {advice && (
        <Text size="sm" mt={4} fw={500}>
          {advice === 'operate' ? (
            <Link to="/operator">{t('ledger.advice.operate')}</Link>
          ) : (
            t(`ledger.advice.${advice}`)
          )}
        </Text>
      )}
    </li>
  )
}
