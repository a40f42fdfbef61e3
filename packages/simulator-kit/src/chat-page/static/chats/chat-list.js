import { nameOf, store } from '../data/store.js'
import { dayKeyOf, sentenceOf, shortTimeOf, summaryOf } from '../data/words.js'
import { avatar } from '../ui/avatars.js'
import { el, redraw } from '../ui/dom.js'
import { icon, iconButton } from '../ui/icons.js'
import { createThemeSwitch } from '../ui/theme.js'
import { openNewGroup, openPrivateChat } from './group-sheet.js'

/** All chats: groups, and each person's private chat with the bot. */
export function createChatList({ open }) {
  const list = el('nav', { class: 'chat-list', 'aria-label': 'Chats' })
  const head = el(
    'div',
    { class: 'sidebar-head' },
    el('h1', {}, 'Chats'),
    createThemeSwitch(),
    iconButton('plus', 'New group', () => openNewGroup(open)),
  )
  const node = el('aside', { class: 'sidebar' }, head, list)
  return {
    node,
    refresh() {
      const groups = [...store.groups.values()].map((chat) => ({ ...chat, shape: 'group' }))
      const people = [...store.people.values()].map((person) => ({ ...person, chatId: person.userId, shape: 'person' }))
      // Someone who is only a member of a group has no private chat yet; it is opened from the group.
      const talks = people.filter(
        ({ last, friendship, chatId }) => last || friendship === 'friend' || chatId === store.openChatId,
      )
      const looks = [groups, talks, store.openChatId, [...store.unread], people.length, dayKeyOf(Date.now())]
      redraw(list, looks, () => [
        ...section('Groups', groups, open),
        ...section(`Private chats with ${store.bot.name}`, talks, open),
        people.length > 0 && drawStart(open),
      ])
    },
  }
}

function drawStart(open) {
  const props = { type: 'button', class: 'chat-start', 'data-key': 'start', onclick: () => openPrivateChat(open) }
  return el('button', props, icon('chat'), `Write to ${store.bot.name}`)
}

function section(title, chats, open) {
  if (chats.length === 0) return []
  const sorted = chats.toSorted((one, other) => (other.last?.at ?? 0) - (one.last?.at ?? 0))
  return [el('h2', {}, title), el('ul', {}, ...sorted.map((chat) => el('li', {}, drawItem(chat, open))))]
}

function drawItem(chat, open) {
  const { chatId, name, pictureUrl, shape, last } = chat
  const unread = store.unread.get(chatId) ?? 0
  const isOpen = chatId === store.openChatId
  return el(
    'button',
    {
      type: 'button',
      class: 'chat-item',
      'data-key': chatId,
      'aria-current': isOpen ? 'true' : false,
      onclick: () => open(chatId),
    },
    avatar({ id: chatId, name, pictureUrl, shape }),
    el('span', { class: 'chat-item-name' }, name),
    el('span', { class: 'chat-item-time' }, last ? shortTimeOf(last.at) : ''),
    el('span', { class: 'chat-item-last' }, last ? lastWords(chat) : 'No messages yet'),
    unread > 0 && el('span', { class: 'unread', 'aria-label': `${unread} unread` }, String(unread)),
  )
}

/** In a private chat it is obvious who writes. */
function lastWords({ last, shape }) {
  if (shape === 'person' && last.kind === 'message') return summaryOf(last.content)
  return sentenceOf(last, nameOf, store.bot.name)
}
