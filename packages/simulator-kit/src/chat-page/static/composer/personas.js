import { choosePersona, personaIn, store } from '../data/store.js'
import { avatar } from '../ui/avatars.js'
import { el, redraw } from '../ui/dom.js'

/** Chooses the sender, with a tap or the arrow keys, like radio buttons. */
export function createPersonas(chosen) {
  const node = el('div', { class: 'personas', role: 'radiogroup', 'aria-label': 'Write as' })
  const choose = (chat, userId, isByKey) => {
    choosePersona(chat.chatId, userId)
    chosen()
    if (isByKey) node.querySelector('[aria-checked="true"]')?.focus()
  }
  return {
    node,
    refresh(chat) {
      node.hidden = chat.isPrivate
      const current = personaIn(chat)
      const people = chat.memberIds.map((userId) => store.people.get(userId)).filter(Boolean)
      redraw(node, [current, people], () => [
        el('span', { class: 'personas-label', 'aria-hidden': 'true' }, 'Write as'),
        ...people.map((person) => drawPersona(person, person.userId === current, (id) => choose(chat, id, false))),
      ])
      node.onkeydown = (event) => {
        const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key]
        if (!step) return
        event.preventDefault()
        const index = chat.memberIds.indexOf(current) + step
        choose(chat, chat.memberIds.at(index % chat.memberIds.length), true)
      }
    },
  }
}

function drawPersona({ userId, name, pictureUrl }, isChosen, choose) {
  return el(
    'button',
    {
      type: 'button',
      class: 'persona',
      'data-key': userId,
      role: 'radio',
      title: name,
      'aria-checked': String(isChosen),
      'aria-label': name,
      tabindex: isChosen ? '0' : '-1',
      onclick: () => choose(userId),
    },
    avatar({ id: userId, name, pictureUrl }),
    el('span', {}, name),
  )
}
