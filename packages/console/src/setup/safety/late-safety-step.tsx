import { Skeleton } from '@mantine/core'
import { lazy, Suspense } from 'react'
import { loadTexts } from '../../locales/i18n.ts'

const SafetyStep = lazy(async () => {
  const [file] = await Promise.all([import('./safety-step.tsx'), loadTexts('alerts')])
  return { default: file.SafetyStep }
})

/** Loaded when someone gets there. */
export function LateSafetyStep(props: { onDone: () => void }) {
  return (
    <Suspense fallback={<Skeleton height={420} radius="lg" />}>
      <SafetyStep {...props} />
    </Suspense>
  )
}
