import { UnstyledButton } from '@mantine/core'
import { Fragment, useMemo, useState } from 'react'
import { PersonLink } from '../../channel/person-link.tsx'
import { type Highlight, highlightsWithin } from '../../ui/highlight/excerpt.ts'
import { Highlighted } from '../../ui/highlight/highlighted.tsx'
import { WebLink } from '../../ui/web-link.tsx'
import { useConversationContext } from '../conversation-context.ts'
import classes from './message-text.module.css'
import { findPieces, type Mention } from './text-pieces.ts'

const longFrom = { characters: 1200, lines: 24 } as const
const onlyEmoji = /^(?:\p{Extended_Pictographic}(?:\u{FE0F}|\u{200D}|\p{Emoji_Modifier})*){1,3}$/u

type Props = {
  text: string
  mentions?: readonly Mention[]
  /** What a search has found in it. */
  highlights?: readonly Highlight[]
}

const nobody: Props['mentions'] = []
const nothing: readonly Highlight[] = []

/** A member's text, never rendered as markup. */
export function MessageText({ text, mentions = nobody, highlights = nothing }: Props) {
  const { t } = useConversationContext()
  const [isWhole, setWhole] = useState(false)
  const pieces = useMemo(() => findPieces(text, mentions ?? []), [text, mentions])
  let end = 0
  const isLong = text.length > longFrom.characters || text.split('\n').length > longFrom.lines
  return (
    <>
      <div
        dir="auto"
        className={classes.text}
        data-clipped={(isLong && !isWhole) || undefined}
        data-big={onlyEmoji.test(text) || undefined}
      >
        {pieces.map((piece, at) => {
          // Pieces have no other identity, and a changed text is a new list.
          const key = at
          const start = end
          end += piece.text.length
          const marked = highlightsWithin(highlights, start, end)
          const words = marked.length > 0 ? <Highlighted text={piece.text} highlights={marked} isWhole /> : piece.text
          if (piece.kind === 'plain') return <Fragment key={key}>{words}</Fragment>
          if (piece.kind === 'mention') {
            return (
              <b key={key} className={classes.mention}>
                <PersonLink userId={piece.userId} tabIndex={-1}>
                  {words}
                </PersonLink>
              </b>
            )
          }
          return (
            <WebLink key={key} {...piece.link}>
              {words}
            </WebLink>
          )
        })}
      </div>
      {isLong && (
        <UnstyledButton className={classes.more} onClick={() => setWhole(!isWhole)} aria-expanded={isWhole}>
          {t(isWhole ? 'conversation.showLess' : 'conversation.showAll')}
        </UnstyledButton>
      )}
    </>
  )
}
