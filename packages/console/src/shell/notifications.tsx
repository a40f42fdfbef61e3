import '@mantine/notifications/styles.layer.css'
import { Notifications } from '@mantine/notifications'
import type { MutationCache } from '@tanstack/react-query'
import { useState } from 'react'
import { FailureAtControl } from '../errors/failure-at-control.tsx'
import classes from './notifications.module.css'
import { placeFailures } from './place-failures.ts'

export default function Notices({ changes }: { changes: MutationCache }) {
  // Once: the cache is the same for the whole page.
  useState(() => placeFailures(changes))
  return (
    <>
      <Notifications className={classes.notices ?? ''} position="bottom-center" limit={3} />
      <FailureAtControl />
    </>
  )
}
