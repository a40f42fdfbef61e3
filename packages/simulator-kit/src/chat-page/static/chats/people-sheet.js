import { api } from '../data/api.js'
import { findChat, store } from '../data/store.js'
import { avatar, botAvatar } from '../ui/avatars.js'
import { el } from '../ui/dom.js'
import { iconButton } from '../ui/icons.js'
import { button, field, openSheet } from '../ui/sheets.js'

/** Who is in a group, who could be added, and whether the bot is in it. `open` goes to another chat. */
export function openPeople(chatId, open) {
  const fresh = field('New person', { maxlength: 50, placeholder: 'Name' })
  const fill = ({ close }) => {
    const chat = findChat(chatId)
    const members = chat.memberIds.map((userId) => store.people.get(userId)).filter(Boolean)
    const others = [...store.people.values()].filter(({ userId }) => !chat.memberIds.includes(userId))
    const goTo = (userId) => {
      close()
      open(userId)
    }
    const add = async () => {
      const answer = await api.addPerson(fresh.input.value)
      if (!answer) return
      fresh.input.value = ''
      await api.join(chatId, answer.userId)
    }
    fresh.input.onkeydown = (event) => {
      if (event.key === 'Enter' && !event.isComposing) void add()
    }
    return [
      drawBot(chat),
      el('h3', {}, `In the group (${members.length})`),
      el('ul', { class: 'people' }, ...members.map((person) => drawMember(person, chat, goTo))),
      el('div', { class: 'field-row' }, fresh.node, button('Add', add, 'button-main')),
      others.length > 0 && el('h3', {}, 'Not in the group'),
      others.length > 1 && drawAll(others, chatId),
      el('ul', { class: 'people' }, ...others.map((person) => drawOther(person, chatId, goTo))),
    ]
  }
  return openSheet(findChat(chatId).name, fill, () => [findChat(chatId), [...store.people.values()]])
}

function drawBot({ chatId, isBotIn }) {
  const act = isBotIn ? () => api.removeBot(chatId) : () => api.inviteBot(chatId)
  return el(
    'ul',
    { class: 'people' },
    el(
      'li',
      {},
      botAvatar(),
      el(
        'span',
        { class: 'person-name' },
        store.bot.name,
        el('small', {}, isBotIn ? 'Bot, in the group' : 'Bot, not in the group'),
      ),
      button(isBotIn ? 'Remove' : 'Invite', act, isBotIn ? 'button-danger' : 'button-main'),
    ),
  )
}

function drawMember(person, { chatId }, goTo) {
  return el(
    'li',
    {},
    ...drawPerson(person),
    iconButton('chat', 'Private chat', () => goTo(person.userId)),
    button('Leave', () => api.leave(chatId, person.userId), 'button-danger'),
  )
}

function drawAll(others, chatId) {
  const joinAll = () =>
    api.joinTogether(
      chatId,
      others.map(({ userId }) => userId),
    )
  return el('div', { class: 'field-row' }, button(`Let all ${others.length} join at once`, joinAll))
}

function drawOther(person, chatId, goTo) {
  return el(
    'li',
    {},
    ...drawPerson(person),
    iconButton('chat', 'Private chat', () => goTo(person.userId)),
    button('Join', () => api.join(chatId, person.userId)),
  )
}

function drawPerson({ userId, name, pictureUrl }) {
  return [avatar({ id: userId, name, pictureUrl }), el('span', { class: 'person-name' }, name)]
}
