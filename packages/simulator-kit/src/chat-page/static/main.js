import { createChatList } from './chats/chat-list.js'
import { createChatView } from './conversation/chat-view.js'
import { findChat, loadOlder, logOf, nameOf, onChange, store } from './data/store.js'
import { followChanges } from './data/stream.js'
import { sentenceOf } from './data/words.js'
import { el } from './ui/dom.js'
import { announce } from './ui/toasts.js'

const list = createChatList({ open })
const room = createChatView({ open, back: () => showList() })
const service = el('a', { target: '_blank', rel: 'noopener noreferrer' }, 'Console ↗')
const beside = el('a', { href: '/chat/beside' }, 'Side by side')
const links = el('span', { class: 'notice-links', hidden: true }, beside, ' · ', service)
const about = el('span', {})
const notice = el('div', { class: 'notice-bar' }, about, links)
const app = el('div', { class: 'app', 'data-shows': 'list' }, notice, list.node, room.node)
document.getElementById('app').append(app)

let isPlanned = false
let newCount = 0
/** A chat to open as soon as it's known: the answer to its creation can arrive before the chat itself. */
let awaitedChatId

onChange((change) => {
  if (change.kind === 'all') begin()
  if (findChat(awaitedChatId)) void open(awaitedChatId)
  if (change.kind === 'entry') take(change)
  // Draws at most once per frame.
  if (!isPlanned) requestAnimationFrame(draw)
  isPlanned = true
})
addEventListener('hashchange', () => void open(chatInAddress()))
await followChanges()

/** The address contains the open chat, so that reloading and going back work. */
async function open(chatId) {
  awaitedChatId = findChat(chatId) ? undefined : chatId
  if (awaitedChatId !== undefined) return
  store.openChatId = chatId
  store.unread.delete(chatId)
  if (chatInAddress() !== chatId) location.hash = encodeURIComponent(chatId)
  app.dataset.shows = 'chat'
  document.title = `${findChat(chatId).name} · Simulated ${store.platform.name}`
  list.refresh()
  if (!logOf(chatId).isLoaded) await loadOlder(chatId)
  room.show()
}

function showList() {
  app.dataset.shows = 'list'
  store.openChatId = undefined
  history.replaceState(null, '', location.pathname)
  list.refresh()
  room.refresh()
}

/** The state was loaded, for the first time or again. */
function begin() {
  about.textContent = `This is a simulated ${store.platform.name} for trying things out. Nothing leaves this machine.`
  if (store.openChatId === undefined) document.title = `Simulated ${store.platform.name}`
  if (store.serviceUrl && /^https?:/.test(store.serviceUrl)) service.href = store.serviceUrl
  // Inside the side-by-side page, the link to the service is not needed.
  links.hidden = !service.hasAttribute('href') || self !== top
  if (store.openChatId !== undefined && findChat(store.openChatId)) return
  // The open chat may be of another simulator that ran here before, or so new that this state didn't include it.
  const missing = store.openChatId
  if (missing !== undefined) showList()
  const [first] = [...store.groups.values()].toSorted((one, other) => (other.last?.at ?? 0) - (one.last?.at ?? 0))
  const wanted = findChat(chatInAddress()) ? chatInAddress() : undefined
  // On a phone the list is shown first.
  const isWide = matchMedia('(min-width: 821px)').matches
  if (wanted) void open(wanted)
  else if (first && isWide) void open(first.chatId)
  awaitedChatId ??= missing
}

function draw() {
  isPlanned = false
  room.take(newCount)
  newCount = 0
  list.refresh()
}

function take({ entry, isNew }) {
  if (!isNew || entry.chatId !== store.openChatId) return
  newCount++
  announce(sentenceOf(entry, nameOf, store.bot.name))
}

function chatInAddress() {
  return decodeURIComponent(location.hash.slice(1))
}
