import { Group } from '@mantine/core'
import { lazy, Suspense } from 'react'
import { loadTexts } from '../locales/i18n.ts'
import type { AlertTestProps } from './alert-test.tsx'

const AlertTest = lazy(async () => {
  const [file] = await Promise.all([import('./alert-test.tsx'), loadTexts('alerts')])
  return { default: file.AlertTest }
})

/** Tests of all ways, loaded after the page that shows them. */
export function LateAlertTests(props: Omit<AlertTestProps, 'way'>) {
  return (
    <Suspense>
      <Group align="flex-start">
        <AlertTest way="mail" {...props} />
        <AlertTest way="webhook" {...props} />
      </Group>
    </Suspense>
  )
}
