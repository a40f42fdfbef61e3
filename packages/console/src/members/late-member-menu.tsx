import { Box } from '@mantine/core'
import { lazy, Suspense } from 'react'
import type { MemberMenuProps } from './member-menu.tsx'

const MemberMenu = lazy(async () => ({ default: (await import('./member-menu.tsx')).MemberMenu }))

/** The menu of a member, whose code is loaded after the list. */
export function LateMemberMenu(props: MemberMenuProps) {
  return (
    <Suspense fallback={<Box w={36} h={36} />}>
      <MemberMenu {...props} />
    </Suspense>
  )
}
