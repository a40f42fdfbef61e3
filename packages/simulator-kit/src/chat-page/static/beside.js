import { api } from './data/api.js'

// The chat on the left, the service's own pages on the right. A one-time link may follow the #.

const [chat, backup] = ['chat', 'backup'].map((id) => document.getElementById(id))
const { serviceUrl, chats = [] } = (await api.readWorld()) ?? {}
const group = chats.find(({ type }) => type === 'group')?.chatId
chat.src = group === undefined ? '/' : `/#${encodeURIComponent(group)}`
if (serviceUrl && /^https?:/.test(serviceUrl)) backup.src = new URL(startPage(), serviceUrl).href
else {
  backup.hidden = true
  document.getElementById('alone').hidden = false
}

for (const button of document.querySelectorAll('[data-show]')) {
  button.addEventListener('click', () => {
    document.body.dataset.shows = button.dataset.show
    for (const one of document.querySelectorAll('[data-show]')) one.setAttribute('aria-pressed', String(one === button))
  })
}

/** The link works once, so it is removed from the address immediately: a reload must not offer it again. */
function startPage() {
  const code = location.hash.slice(1)
  const page = group === undefined ? '/' : `/channels/${encodeURIComponent(group)}`
  if (code === '') return page
  history.replaceState(null, '', location.pathname)
  return `/sign-in?back=${encodeURIComponent(page)}#${code}`
}
