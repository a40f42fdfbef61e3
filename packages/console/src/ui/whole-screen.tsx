import { Center } from '@mantine/core'
import type { ReactNode } from 'react'

/** For what stands alone on a screen: a closed door, a first step, an error. */
export function WholeScreen({ children }: { children: ReactNode }) {
  return (
    <Center mih="70dvh" p="xl">
      {children}
    </Center>
  )
}
