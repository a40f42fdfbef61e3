import { useMediaQuery } from '@mantine/hooks'

/** Whether there is more room than on a phone. */
export function useIsWide(): boolean {
  return useMediaQuery('(min-width: 48em)', undefined, { getInitialValueInEffect: false }) ?? false
}
