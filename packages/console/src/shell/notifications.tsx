import '@mantine/notifications/styles.layer.css'
import { Notifications } from '@mantine/notifications'
import { FailureAtControl } from '../errors/failure-at-control.tsx'
import classes from './notifications.module.css'

export default function Notices() {
  return (
    <>
      <Notifications className={classes.notices ?? ''} position="top-center" limit={3} />
      <FailureAtControl />
    </>
  )
}
