import type { TimelineItem } from '@innkeeper/contract'
import { useConversationContext } from '../conversation-context.ts'
import { useHighlights } from '../hits/hits-context.ts'
import { answerKey } from '../timeline/conversation.ts'
import { MessageText } from './message-text.tsx'
import { Quote } from './quote.tsx'
import classes from './row-view.module.css'

type Props = { item: Extract<TimelineItem, { kind: 'answer' }>; isQuoting: boolean }

/** A message of the bot, bubble by bubble. */
export function Answer({ item, isQuoting }: Props) {
  const { t, findMessage } = useConversationContext()
  const cause = isQuoting && item.messageId !== null ? findMessage(item.messageId) : undefined
  return (
    <div className={classes.answer}>
      {item.texts.map((text, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: bubbles of one answer never change their order
        <div key={at} className={classes.bubble} data-bot>
          {at === 0 && cause && <Quote quoted={toQuoted(cause)} />}
          <BubbleText itemId={item.id} text={text} bubble={at} />
        </div>
      ))}
      {item.texts.length === 0 && (
        <div className={classes.bubble} data-bot>
          <i>{t('conversation.answerGone')}</i>
        </div>
      )}
    </div>
  )
}

function BubbleText({ itemId, text, bubble }: { itemId: string; text: string; bubble: number }) {
  return <MessageText text={text} highlights={useHighlights(answerKey(itemId), 'texts', bubble)} />
}

type Cause = NonNullable<ReturnType<ReturnType<typeof useConversationContext>['findMessage']>>

function toQuoted({ id, sender, ...rest }: Cause) {
  const text = rest.type === 'text' ? rest.content : 'mediaKey' in rest ? (rest.caption ?? '') : ''
  const excerpt = text.slice(0, 120)
  return { id, sender: sender.name, type: rest.type, excerpt }
}
