import { el } from './dom.js'
import { drawMessage } from './message-row.js'
import { buildRows } from './rows.js'
import { dropFarAway, findChat, loadOlder, logOf, nameOf, personaIn, store } from './store.js'
import { dayOf, problemOf, sentenceOf } from './words.js'

const nearPx = 80

/** The messages of the open chat. It stays at the end unless somebody has scrolled up. */
export function createLogView(acts) {
  const rows = el('div', { class: 'log-rows' })
  const log = el('div', { class: 'log', role: 'log', 'aria-live': 'off', tabindex: '0' }, rows)
  const toLatest = el('button', { type: 'button', class: 'to-latest', hidden: true, onclick: () => stickToEnd() })
  const node = el('div', { class: 'log-frame' }, log, toLatest)
  let drawn = new Map()
  let isAtEnd = true
  let lastTop = 0
  let newCount = 0

  const stickToEnd = () => {
    isAtEnd = true
    newCount = 0
    toLatest.hidden = true
    log.scrollTop = log.scrollHeight
  }
  const findIn = (messageId) => {
    const entry = logOf(store.openChatId).entries.find((one) => one.messageId === messageId)
    const found = entry && [...drawn.values()].find(({ row }) => row.entries?.includes(entry))
    if (!found) return
    found.node.scrollIntoView({ block: 'center' })
    found.node.classList.remove('is-found')
    void found.node.offsetWidth
    found.node.classList.add('is-found')
  }
  const rowActs = { ...acts, find: findIn }

  const draw = () => {
    const chat = findChat(store.openChatId)
    if (!chat) return
    log.setAttribute('aria-label', `Messages in ${chat.name}`)
    const wanted = buildRows(logOf(chat.chatId).entries, { persona: personaIn(chat), nameOf })
    const next = new Map()
    for (const row of wanted) {
      const old = drawn.get(row.key)
      const one = old?.row.looks === row.looks ? { ...old, row } : { ...drawRow(row, rowActs), row }
      one.update?.(row)
      next.set(row.key, one)
    }
    arrange(
      rows,
      [...next.values()].map((one) => one.node),
    )
    drawn = next
  }

  const older = async () => {
    const chatId = store.openChatId
    const { hasOlder, isLoading } = logOf(chatId)
    if (!hasOlder || isLoading) return
    await loadOlder(chatId)
    if (chatId !== store.openChatId) return
    // What is in view stays where it is while older lines come in above it.
    const fromEnd = log.scrollHeight - log.scrollTop
    draw()
    log.scrollTop = log.scrollHeight - fromEnd
  }

  log.addEventListener('scroll', () => {
    // Only who goes up leaves the end: lines that grow below, such as pictures that arrive, do not.
    const isUp = log.scrollTop < lastTop
    lastTop = log.scrollTop
    if (log.scrollHeight - log.scrollTop - log.clientHeight < nearPx) {
      isAtEnd = true
      newCount = 0
      toLatest.hidden = true
    } else if (isUp) isAtEnd = false
    if (log.scrollTop < 400) void older()
  })
  log.addEventListener('keydown', (event) => moveBetweenRows(event, rows, log))
  // Pictures have no height until they are there.
  new ResizeObserver(() => isAtEnd && stickToEnd()).observe(rows)
  new ResizeObserver(() => isAtEnd && stickToEnd()).observe(log)

  const refresh = () => {
    if (isAtEnd) dropFarAway(store.openChatId)
    draw()
    if (isAtEnd) stickToEnd()
  }

  return {
    node,
    refresh,
    /** Another chat: from its end on. */
    show() {
      drawn = new Map()
      rows.replaceChildren()
      draw()
      stickToEnd()
    },
    /** So many lines came in; whoever reads further up is only told. */
    take(count) {
      if (isAtEnd || count === 0) return
      newCount += count
      toLatest.textContent = newCount === 1 ? '1 new message ↓' : `${newCount} new messages ↓`
      toLatest.hidden = false
    },
    stickToEnd,
  }
}

function drawRow(row, acts) {
  if (row.kind === 'day') return { node: el('div', { class: 'day', role: 'separator' }, dayOf(row.at)) }
  if (row.kind === 'message') return drawMessage(row, acts)
  const problem = el('span', { class: 'problem', hidden: true })
  const words = sentenceOf(row.entry, nameOf, store.bot.name)
  const node = el('p', { class: 'happening' }, words, problem)
  const update = ({ entry }) => {
    problem.textContent = problemOf(entry)
    problem.hidden = problem.textContent === ''
  }
  return { node, update }
}

/** Puts nodes in order, touching only those that are not where they belong. */
function arrange(parent, nodes) {
  const wanted = new Set(nodes)
  for (const child of [...parent.children]) if (!wanted.has(child)) child.remove()
  let place = parent.firstChild
  for (const node of nodes) {
    if (node === place) place = place.nextSibling
    else parent.insertBefore(node, place)
  }
}

/** Up and down go from message to message; Tab then goes into its actions. */
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
