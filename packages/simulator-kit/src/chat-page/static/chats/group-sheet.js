import { api } from '../data/api.js'
import { store } from '../data/store.js'
import { avatar } from '../ui/avatars.js'
import { el } from '../ui/dom.js'
import { button, field, openSheet } from '../ui/sheets.js'

/** A new group of existing people. */
export function openNewGroup(open) {
  const chosen = new Set()
  const name = field('Group name', { maxlength: 50, placeholder: 'Saturday hikers' })
  openSheet('New group', ({ close }) => {
    const create = async () => {
      if (name.input.value.trim() === '') {
        name.input.focus()
        return
      }
      const answer = await api.addGroup(name.input.value, [...chosen])
      if (!answer) return
      close()
      open(answer.chatId)
    }
    const people = [...store.people.values()].map((person) => el('li', {}, drawChoice(person, chosen)))
    return [
      name.node,
      el('h3', {}, 'Members'),
      el('ul', { class: 'people' }, ...people),
      el('div', { class: 'sheet-actions' }, button('Create', create, 'button-main')),
    ]
  })
}

/** Chooses whose private chat with the bot to open. */
export function openPrivateChat(open) {
  openSheet(`Write to ${store.bot.name} as`, ({ close }) => {
    const choose = (userId) => {
      close()
      open(userId)
    }
    const people = [...store.people.values()].map(({ userId, name, pictureUrl }) =>
      el(
        'li',
        {},
        el(
          'button',
          { type: 'button', class: 'menu-item person-choice', onclick: () => choose(userId) },
          avatar({ id: userId, name, pictureUrl }),
          el('span', { class: 'person-name' }, name),
        ),
      ),
    )
    return [el('ul', { class: 'people' }, ...people)]
  })
}

function drawChoice({ userId, name, pictureUrl }, chosen) {
  const onchange = (event) => (event.target.checked ? chosen.add(userId) : chosen.delete(userId))
  return el(
    'label',
    {},
    el('input', { type: 'checkbox', onchange }),
    avatar({ id: userId, name, pictureUrl }),
    el('span', { class: 'person-name' }, name),
  )
}
