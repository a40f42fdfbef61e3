import type { Link } from '@innkeeper/contract/links'
import type { ReactNode } from 'react'
import classes from './web-link.module.css'

/** A link from a message. If other letters could imitate the host, its real name is shown behind the link. */
export function WebLink({ href, realHost, children }: Pick<Link, 'href' | 'realHost'> & { children: ReactNode }) {
  const isMail = href.startsWith('mailto:')
  return (
    <>
      <a className={classes.link} href={href} rel="noopener noreferrer nofollow" {...(!isMail && { target: '_blank' })}>
        {children}
      </a>
      {realHost && <span className={classes.host}> ({realHost})</span>}
    </>
  )
}
