import type { ReactNode } from 'react'
import classes from './card.module.css'

type Props = { icon: ReactNode; title: string; note: string; end?: ReactNode; below?: ReactNode }

/** A labelled box for anything that is neither text nor a picture. */
export function Card({ icon, title, note, end, below }: Props) {
  return (
    <div className={classes.card}>
      <span className={classes.icon} aria-hidden>
        {icon}
      </span>
      <div className={classes.words}>
        <bdi className={classes.title} title={title}>
          {title}
        </bdi>
        {note && <bdi className={classes.note}>{note}</bdi>}
        {below}
      </div>
      {end}
    </div>
  )
}
