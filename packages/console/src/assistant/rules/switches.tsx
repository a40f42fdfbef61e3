import type { AssistantConfig } from '@innkeeper/contract'
import { Alert, Button, Group, Paper, Skeleton, Stack, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { lazy, Suspense, useId } from 'react'
import { useTranslation } from 'react-i18next'
import { useChannel } from '../../channel/channel.ts'
import { withTexts } from '../../locales/i18n.ts'
import { useFormat } from '../../ui/format/format.ts'
import { IconChevronDown, IconChevronUp, IconMoon } from '../../ui/icons/icons.ts'
import { useIsWide } from '../use-is-wide.ts'
import type { SwitchesProps } from './switch-fields.tsx'
import { useChangeConfig } from './use-change-config.ts'

const Fields = lazy(
  withTexts(async () => ({ default: (await import('./switch-fields.tsx')).SwitchFields }), 'assistantParts'),
)

/** Settings of the whole assistant. On a phone they are folded, so that the rules come first. */
export function Switches({ config, mayEdit }: SwitchesProps) {
  const { t } = useTranslation()
  const id = useId()
  const isWide = useIsWide()
  const [isOpen, { toggle }] = useDisclosure(false)
  return (
    <Paper
      withBorder
      p={isWide ? 'lg' : 'xs'}
      radius="lg"
      component="section"
      aria-label={t('assistant.switches.label')}
    >
      <Stack gap="lg">
        <QuietNote config={config} mayEdit={mayEdit} />
        {!isWide && (
          <Group justify="space-between" gap="xs" wrap="nowrap">
            <Text size="sm">{t(`assistant.switches.${summaryOf(config)}`)}</Text>
            <Button
              size="sm"
              variant="default"
              rightSection={
                isOpen ? <IconChevronUp size={16} aria-hidden /> : <IconChevronDown size={16} aria-hidden />
              }
              aria-expanded={isOpen}
              aria-controls={id}
              onClick={toggle}
            >
              {t('assistant.switches.change')}
            </Button>
          </Group>
        )}
        {(isWide || isOpen) && (
          <Stack gap="lg" id={id}>
            <Suspense fallback={<Skeleton height={isWide ? 170 : 330} />}>
              <Fields config={config} mayEdit={mayEdit} />
            </Suspense>
          </Stack>
        )}
      </Stack>
    </Paper>
  )
}

function summaryOf({ enabled, qa }: AssistantConfig): 'on' | 'off' | 'onlyQaOff' {
  if (!enabled) return 'off'
  return qa.enabled ? 'on' : 'onlyQaOff'
}

function QuietNote({ config: { quietUntil }, mayEdit }: SwitchesProps) {
  const { t } = useTranslation()
  const { timezone } = useChannel()
  const format = useFormat(timezone)
  const change = useChangeConfig()
  if (quietUntil === null || Date.parse(quietUntil) <= Date.now()) return null
  return (
    <Alert color="orange" variant="light" icon={<IconMoon size={18} />}>
      <Group justify="space-between" gap="xs">
        <Text size="sm">{t('assistant.switches.quiet', { until: format.dateTime(quietUntil) })}</Text>
        {mayEdit && (
          <Button
            size="compact-sm"
            variant="default"
            loading={change.isPending}
            onClick={() => change.mutate({ quietUntil: null })}
          >
            {t('assistant.switches.endQuiet')}
          </Button>
        )}
      </Group>
    </Alert>
  )
}
