import { Skeleton } from '@mantine/core'
import { lazy, Suspense } from 'react'
import { loadTexts } from '../locales/i18n.ts'

const SafetyStep = lazy(async () => {
  const [file] = await Promise.all([import('./safety/safety-step.tsx'), loadTexts('alerts')])
  return { default: file.SafetyStep }
})

const OptionsStep = lazy(async () => ({ default: (await import('./options-step.tsx')).OptionsStep }))

/** The last steps. They are loaded when someone gets there. */
export function LateStep({ name, onDone }: { name: 'safety' | 'options'; onDone: () => void }) {
  const Step = name === 'safety' ? SafetyStep : OptionsStep
  return (
    <Suspense fallback={<Skeleton height={420} radius="lg" />}>
      <Step onDone={onDone} />
    </Suspense>
  )
}
