import { dropFarAway, findChat, loadOlder, logOf, nameOf, personaIn, store } from '../data/store.js'
import { el } from '../ui/dom.js'
import { toast } from '../ui/toasts.js'
import { createEndKeeper } from './end-keeper.js'
import { createRowList } from './row-list.js'
import { buildRows } from './rows.js'

// Older entries are loaded before the top is reached.
const ahead = 400

/** The messages of the open chat. It stays at the end unless the user has scrolled up. */
export function createLogView(acts) {
  const rows = createRowList({ ...acts, find: (messageId) => findMessage(messageId) })
  const log = el('div', { class: 'log', role: 'log', 'aria-live': 'off', tabindex: '0' }, rows.node)
  const toLatest = el('button', { type: 'button', class: 'to-latest', hidden: true })
  const end = createEndKeeper(log, rows.node, toLatest)

  const draw = () => {
    const chat = findChat(store.openChatId)
    if (!chat) return
    log.setAttribute('aria-label', `Messages in ${chat.name}`)
    rows.show(buildRows(logOf(chat.chatId).entries, { persona: personaIn(chat), nameOf }))
  }
  const older = async () => {
    const chatId = store.openChatId
    if (log.scrollTop >= ahead || !logOf(chatId).hasOlder || logOf(chatId).isLoading) return
    const before = logOf(chatId).entries.length
    await loadOlder(chatId)
    if (chatId !== store.openChatId || logOf(chatId).entries.length === before) return
    // Keeps the visible rows in place while older ones are added above.
    const fromEnd = log.scrollHeight - log.scrollTop
    draw()
    log.scrollTop = log.scrollHeight - fromEnd
    // On a tall screen one page may not be enough.
    void older()
  }
  const findMessage = (messageId) => {
    const entry = logOf(store.openChatId).entries.find((one) => one.messageId === messageId)
    const node = entry && rows.find(entry)
    if (!node) return toast('That message is further up or was unsent.')
    node.scrollIntoView({ block: 'center' })
    node.classList.remove('is-found')
    // Reading a size forces a reflow, which restarts the highlight animation.
    void node.offsetWidth
    return node.classList.add('is-found')
  }
  log.addEventListener('scroll', () => void older())
  log.addEventListener('keydown', (event) => moveBetweenRows(event, rows.node, log))

  return {
    node: el('div', { class: 'log-frame' }, log, toLatest),
    refresh() {
      if (end.isAtEnd()) dropFarAway(store.openChatId)
      draw()
      if (end.isAtEnd()) end.stick()
    },
    /** Another chat, from its end. */
    show() {
      rows.clear()
      draw()
      end.stick()
      void older()
    },
    take: end.note,
    stickToEnd: end.stick,
  }
}

/** The arrow keys move between messages; Tab moves into a message's actions. */
function moveBetweenRows(event, rows, log) {
  if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return
  const messages = [...rows.querySelectorAll('.message')]
  if (messages.length === 0) return
  event.preventDefault()
  const now = messages.findIndex((one) => one.contains(document.activeElement))
  const index = event.key === 'ArrowUp' ? (now < 0 ? messages.length : now) - 1 : now + 1
  const next = now < 0 && event.key === 'ArrowDown' ? undefined : messages[index]
  for (const button of rows.querySelectorAll('.message-actions .icon-button')) button.tabIndex = -1
  if (!next) return log.focus()
  for (const button of next.querySelectorAll('.message-actions .icon-button')) button.tabIndex = 0
  next.focus()
}
