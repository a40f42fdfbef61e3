import { Container, Stack, Stepper, Text, Title } from '@mantine/core'
import { useDocumentTitle, useMediaQuery } from '@mantine/hooks'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { NoRights } from '../operator/no-rights.tsx'
import { useIsOperator } from '../session/accounts.ts'
import { useMe } from '../session/queries.ts'
import { AddressStep } from '../setup/address-step.tsx'
import { GroupStep } from '../setup/group/group-step.tsx'
import { LateStep } from '../setup/late-steps.tsx'
import { PlatformStep } from '../setup/platform/platform-step.tsx'
import stepper from '../setup/stepper.module.css'
import { useDoneSteps } from '../setup/use-done-steps.ts'

const steps = ['address', 'platform', 'group', 'safety', 'options'] as const

/** Leads an operator from a new service to a group whose messages are kept. Each step can be visited again later. */
export default function ServiceSetupScreen() {
  const { t } = useTranslation()
  const me = useMe()
  const isOperator = useIsOperator()
  const navigate = useNavigate()
  const { step } = useSearch({ strict: false }) as { step?: string }
  const done = useDoneSteps(isOperator === true)
  const isNarrow = useMediaQuery('(max-width: 48em)')
  useDocumentTitle(`${t('setup.steps.title')} · ${t('shell.name')}`)
  if (!me) return null
  if (!isOperator) return <NoRights userId={me.userId} />
  const at = Math.max(0, steps.indexOf(step as (typeof steps)[number]))
  const go = (index: number) => {
    const next = steps[index]
    if (next) void navigate({ to: '/operator/setup', search: { step: next } })
    else void navigate({ to: '/' })
  }
  return (
    <Container size="md" py={{ base: 'lg', sm: 'xl' }} px={{ base: 'md', sm: 'xl' }}>
      <Stack gap="xl">
        <div>
          <Title order={1} size="h2">
            {t('setup.steps.title')}
          </Title>
          <Text size="sm" c="dimmed">
            {t('setup.steps.text')}
          </Text>
        </div>
        {/* On a phone, only the numbers, and one line for the current step. */}
        <Stepper
          active={at}
          onStepClick={go}
          size="sm"
          {...(isNarrow && { styles: { stepBody: { display: 'none' } } })}
        >
          {steps.map((name, index) => {
            const label = t(`setup.steps.${name}`)
            return (
              <Stepper.Step
                key={name}
                label={label}
                {...(!done.has(name) && {
                  completedIcon: index + 1,
                  className: stepper.skippedStep ?? '',
                  classNames: { stepIcon: stepper.skipped ?? '' },
                })}
                {...(isNarrow && { 'aria-label': `${index + 1} ${label}` })}
              />
            )
          })}
        </Stepper>
        {isNarrow && (
          <Text size="sm" fw={600} mt="calc(-1 * var(--mantine-spacing-md))">
            {t('setup.steps.current', {
              number: at + 1,
              total: steps.length,
              name: t(`setup.steps.${steps[at] ?? 'address'}`),
            })}
          </Text>
        )}
        {at === 0 && <AddressStep onDone={() => go(1)} />}
        {at === 1 && <PlatformStep onDone={() => go(2)} />}
        {at === 2 && <GroupStep onDone={() => go(3)} onBack={() => go(1)} />}
        {at === 3 && <LateStep name="safety" onDone={() => go(4)} />}
        {at === 4 && <LateStep name="options" onDone={() => go(5)} />}
      </Stack>
    </Container>
  )
}
