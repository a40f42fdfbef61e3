import type { PlatformConnection } from '@innkeeper/contract'
import { Button, Group, Stack, Text, ThemeIcon, VisuallyHidden } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { IconCheck, IconQuestionMark, IconX } from '../../ui/icons/icons.ts'

const looks = {
  ok: { color: 'brand', Icon: IconCheck },
  failed: { color: 'red', Icon: IconX },
  unknown: { color: 'gray', Icon: IconQuestionMark },
}

type Check = Omit<PlatformConnection['checks'][number], 'title' | 'remedy'> & {
  title: ReactNode
  remedy?: Remedy | null
}
type Remedy = NonNullable<PlatformConnection['checks'][number]['remedy']>
/** `onRemedy`: someone agreed to what a check offers. Without it, nothing is offered. */
type Props = { checks: readonly Check[]; onRemedy?: (id: Remedy['id']) => void; isBusy?: boolean }

/** What was checked, described by what checked it, such as the platform's connector. */
export function CheckList({ checks, onRemedy, isBusy = false }: Props) {
  const { t } = useTranslation()
  return (
    <Stack gap="sm" component="ul" p={0} m={0} style={{ listStyle: 'none' }} aria-label={t('setup.platform.checks')}>
      {checks.map(({ id, state, title, text, remedy }) => {
        const { color, Icon } = looks[state]
        return (
          <Group key={id} component="li" gap="sm" wrap="nowrap" align="flex-start" data-check={id} data-state={state}>
            <ThemeIcon size="sm" radius="xl" variant={state === 'unknown' ? 'light' : 'filled'} color={color} mt={2}>
              <Icon size={14} aria-hidden />
            </ThemeIcon>
            <div>
              <Text size="sm" fw={500}>
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
        )
      })}
    </Stack>
  )
}
