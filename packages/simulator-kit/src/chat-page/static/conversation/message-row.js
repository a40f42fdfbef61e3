import { nameOf, store } from '../data/store.js'
import { problemOf, timeOf, wholeTimeOf } from '../data/words.js'
import { avatar, botAvatar } from '../ui/avatars.js'
import { el } from '../ui/dom.js'
import { iconButton } from '../ui/icons.js'
import { drawContent } from './bubbles.js'

/** One message row with its bubble and actions. `acts` are `reply`, `edit`, `unsend`, `find` and `choose`. */
export function drawMessage(row, acts) {
  const { entry, isOwn, isBot, isFirst, isLast } = row
  const classes = ['message', isOwn && 'is-own', isBot && 'is-bot', isFirst && 'is-first', isLast && 'is-last']
  const tick = el('span', { class: 'tick', role: 'img' })
  const problem = el('p', { class: 'problem', hidden: true })
  const { frame, nodes } = drawContent(row.entries)
  const bubble = el('div', { class: `bubble is-${frame}` }, entry.quote && drawQuote(entry.quote, acts), ...nodes)
  const meta = el(
    'span',
    { class: 'message-meta' },
    el('time', { datetime: new Date(entry.at).toISOString(), title: wholeTimeOf(entry.at) }, timeOf(entry.at)),
    entry.editedAt && el('span', { title: `Edited ${wholeTimeOf(entry.editedAt)}` }, 'edited'),
    isBot && entry.how !== 'reply' && el('span', { title: 'Not a reply, so it counts toward the quota' }, entry.how),
    tick,
  )
  const name = isBot ? store.bot.name : row.name
  const node = el(
    'div',
    {
      class: classes.filter(Boolean).join(' '),
      tabindex: '-1',
      role: 'article',
      'aria-label': `${name}, ${timeOf(entry.at)}`,
    },
    !isOwn && drawAvatar(row),
    !isOwn && isFirst && el('p', { class: 'message-name' }, name, isBot && el('span', { class: 'badge' }, 'bot')),
    el('div', { class: 'message-line' }, bubble, meta, drawActions(row, acts)),
    row.choices && drawChoices(row.choices, acts),
    problem,
  )
  node.addEventListener('click', () => choose(node))
  return { node, update: (newer) => showDelivery(newer, tick, problem) }
}

/** The delivery status of a row's webhooks; the worst one counts. */
function showDelivery({ entries }, tick, problem) {
  const failed = entries.find((one) => problemOf(one))
  const isWaiting = entries.some(({ delivery }) => delivery?.state === 'under-way')
  const isDelivered = entries.every(({ delivery }) => delivery?.state === 'delivered')
  problem.textContent = failed ? problemOf(failed) : ''
  problem.hidden = !failed
  tick.classList.toggle('is-waiting', isWaiting)
  tick.classList.toggle('is-failed', failed !== undefined)
  tick.textContent = failed ? '⚠' : isWaiting ? '◌' : isDelivered ? '✓' : ''
  const words = failed
    ? 'Not received by the bot'
    : isWaiting
      ? 'Sending to the bot'
      : isDelivered
        ? 'Received by the bot'
        : ''
  tick.title = words
  tick.setAttribute('aria-label', words)
  tick.hidden = tick.textContent === ''
}

function drawAvatar({ entry, isFirst, isBot, name }) {
  if (!isFirst) return el('span', { class: 'message-avatar' })
  const { pictureUrl = null } = store.people.get(entry.userId) ?? {}
  const node = isBot ? botAvatar() : avatar({ id: entry.userId, name, pictureUrl })
  node.classList.add('message-avatar')
  return node
}

function drawQuote({ messageId, who, text }, acts) {
  const name = who === null ? store.bot.name : nameOf(who)
  const props = {
    type: 'button',
    class: 'quote',
    'aria-label': `Reply to ${name}. Show the message`,
    onclick: () => acts.find(messageId),
  }
  return el('button', props, el('b', {}, name), el('span', {}, text ?? 'This message is no longer available'))
}

/** The bot's quick replies. */
function drawChoices(choices, acts) {
  const buttons = choices.map(({ label, text }) =>
    el('button', { type: 'button', class: 'choice', title: text, onclick: () => acts.choose(text) }, label),
  )
  return el('div', { class: 'choices', role: 'group', 'aria-label': 'Quick replies' }, ...buttons)
}

function drawActions({ entry, isOwn, entries }, acts) {
  const isText = entry.content.type === 'text'
  const button = (name, label, act) =>
    iconButton(
      name,
      label,
      (event) => {
        event.stopPropagation()
        act()
      },
      { tabindex: '-1' },
    )
  return el(
    'span',
    { class: 'message-actions' },
    button('reply', 'Reply', () => acts.reply(entry)),
    isOwn && isText && acts.mayEdit() && button('edit', 'Edit', () => acts.edit(entry)),
    isOwn && button('unsend', 'Unsend', () => acts.unsend(entries)),
  )
}

/** On touch screens a tap shows the actions. */
function choose(node) {
  const isChosen = node.classList.contains('is-chosen')
  for (const other of node.parentElement?.querySelectorAll('.is-chosen') ?? []) other.classList.remove('is-chosen')
  node.classList.toggle('is-chosen', !isChosen)
}
