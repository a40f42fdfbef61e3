import { nameOf, store } from '../data/store.js'
import { summaryOf } from '../data/words.js'
import { el } from '../ui/dom.js'
import { iconButton } from '../ui/icons.js'

/** What the next text is about: an answer to something, or an edit of it. `stopped` hears which of them ended. */
export function createAboutBar(stopped) {
  const node = el('div', { class: 'composer-about', hidden: true })
  let about
  const stop = () => {
    const kind = about?.kind
    about = undefined
    node.hidden = true
    // Not even hidden: what it quotes may be unsent meanwhile.
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
        el('b', {}, kind === 'edit' ? 'Editing' : `Answering ${name}`),
        ` ${summaryOf(entry.content)}`,
      )
      node.replaceChildren(words, iconButton('close', 'Cancel', stop))
      node.hidden = false
    },
    /** The entry that is being edited. */
    edited: () => (about?.kind === 'edit' ? about.entry : undefined),
    /** What goes with a message that answers another. */
    quote: () => (about?.kind === 'reply' ? { quotedMessageId: about.entry.messageId } : {}),
  }
}
