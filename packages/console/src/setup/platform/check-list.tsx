import type { PlatformConnection } from '@innkeeper/contract'
import { Button, Group, Loader, Stack, Text, ThemeIcon, VisuallyHidden } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { IconCheck, IconClock, IconQuestionMark, IconX } from '../../ui/icons/icons.ts'
import type { ShownCheck } from './with-waiting.ts'

const looks = {
  ok: { color: 'brand', Icon: IconCheck },
  failed: { color: 'red', Icon: IconX },
  unknown: { color: 'gray', Icon: IconQuestionMark },
  waiting: { color: 'gray', Icon: IconClock },
}

type Check = Omit<ShownCheck, 'title' | 'remedy'> & {
  title: ReactNode
  remedy?: Remedy | null
}
type Remedy = NonNullable<PlatformConnection['checks'][number]['remedy']>
/** `onRemedy`: someone agreed to what a check offers. Without it, nothing is offered. */
type Props = { checks: readonly Check[]; onRemedy?: (id: Remedy['id']) => void; isBusy?: boolean }

/** What was checked and what is still to come, described by what checks it, such as the platform's connector. */
export function CheckList({ checks, onRemedy, isBusy = false }: Props) {
  const { t } = useTranslation()
  return (
    <Stack
      gap="sm"
      component="ul"
      p={0}
      m={0}
      style={{ listStyle: 'none' }}
      aria-label={t('setup.platform.checks')}
      aria-live="polite"
    >
      {checks.map(({ id, state, title, text, remedy }) => (
        <Group key={id} component="li" gap="sm" wrap="nowrap" align="flex-start" data-check={id} data-state={state}>
          <StateIcon state={state} />
          <div>
            <Text size="sm" fw={500} {...(isToCome(state) && { c: 'dimmed' })}>
              {title}
              <VisuallyHidden>: {t(`setup.platform.states.${state}`)}</VisuallyHidden>
            </Text>
            {text !== null && (
              <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
                {text}
              </Text>
            )}
            {remedy && onRemedy && (
              <Button mt={6} size="xs" variant="default" loading={isBusy} onClick={() => onRemedy(remedy.id)}>
                {remedy.label}
              </Button>
            )}
          </div>
        </Group>
      ))}
    </Stack>
  )
}

const isToCome = (state: ShownCheck['state']) => state === 'running' || state === 'waiting'

function StateIcon({ state }: { state: ShownCheck['state'] }) {
  if (state === 'running') return <Loader size={22} mt={2} aria-hidden />
  const { color, Icon } = looks[state]
  const isKnown = state === 'ok' || state === 'failed'
  return (
    <ThemeIcon size="sm" radius="xl" variant={isKnown ? 'filled' : 'light'} color={color} mt={2}>
      <Icon size={14} aria-hidden />
    </ThemeIcon>
  )
}
