import { useMemo } from 'react'
import classes from './editing.module.css'
import { compareTexts } from './text-pieces.ts'

const tags = { same: 'span', added: 'ins', removed: 'del' } as const

/** A text with what is new in it underlined, and what went struck through. */
export function TextDifference({ from, to }: { from: string; to: string }) {
  const pieces = useMemo(() => compareTexts(from, to), [from, to])
  let place = 0
  return (
    <div className={classes.text}>
      {pieces.map(({ kind, text }) => {
        const Tag = tags[kind]
        place += text.length
        return <Tag key={`${kind}${place}`}>{text}</Tag>
      })}
    </div>
  )
}
