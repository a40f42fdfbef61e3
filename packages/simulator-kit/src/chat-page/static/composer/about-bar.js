import { nameOf, store } from '../data/store.js'
import { summaryOf } from '../data/words.js'
import { el } from '../ui/dom.js'
import { iconButton } from '../ui/icons.js'

/** Shows whether the next text is a reply or an edit. `stopped` is called with the one that ended. */
export function createAboutBar(stopped) {
  const node = el('div', { class: 'composer-about', hidden: true })
  let about
  const stop = () => {
    const kind = about?.kind
    about = undefined
    node.hidden = true
    // Removed instead of hidden: the quoted message may be unsent meanwhile.
    node.replaceChildren()
    if (kind) stopped(kind)
  }
  return {
    node,
    stop,
    start(kind, entry) {
      stop()
      about = { kind, entry }
      const name = entry.userId ? nameOf(entry.userId) : store.bot.name
      const words = el(
        'p',
        {},
        el('b', {}, kind === 'edit' ? 'Editing' : `Replying to ${name}`),
        ` ${summaryOf(entry.content)}`,
      )
      node.replaceChildren(words, iconButton('close', 'Cancel', stop))
      node.hidden = false
    },
    /** The entry that is being edited. */
    edited: () => (about?.kind === 'edit' ? about.entry : undefined),
    /** The extra fields of a reply. */
    quote: () => (about?.kind === 'reply' ? { quotedMessageId: about.entry.messageId } : {}),
  }
}
