import { cutExcerpt, type Highlight } from './excerpt.ts'
import classes from './highlight.module.css'

type Props = {
  text: string
  highlights: readonly Highlight[]
  /** Shows the whole text instead of the part around the first hit. */
  isWhole?: boolean
}

/** A text with its hits marked. Pieces of text, never markup. */
export function Highlighted({ text, highlights, isWhole = false }: Props) {
  return cutExcerpt(text, highlights, isWhole ? text.length : undefined).map((piece) =>
    piece.isHit ? (
      <mark key={piece.at} className={classes.mark}>
        {piece.text}
      </mark>
    ) : (
      <span key={piece.at}>{piece.text}</span>
    ),
  )
}
