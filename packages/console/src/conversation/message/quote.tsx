import type { TimelineMessage } from '@innkeeper/contract'
import { useConversationContext } from '../conversation-context.ts'
import { colourOf } from './person-colour.ts'
import classes from './quote.module.css'

type Quoted = NonNullable<TimelineMessage['quoted']>

/** The quoted message in short, with a link to it. */
export function Quote({ quoted }: { quoted: Quoted }) {
  const { t, goTo, findMessage } = useConversationContext()
  if (quoted.type === null) return <div className={classes.gone}>{t('conversation.quoteGone')}</div>
  const name = quoted.sender ?? t('conversation.unknown')
  const colour = colourOf(findMessage(quoted.id)?.sender.id ?? name)
  return (
    <button
      type="button"
      className={classes.quote}
      style={{ borderColor: colour }}
      title={t('conversation.goToQuoted', { name })}
      onClick={() => goTo(quoted.id)}
    >
      <bdi className={classes.name} style={{ color: colour }}>
        {name}
      </bdi>
      <bdi className={classes.excerpt}>{quoted.excerpt || t(`conversation.kinds.${quoted.type}`)}</bdi>
    </button>
  )
}
