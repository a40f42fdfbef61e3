import { openPeople } from '../chats/people-sheet.js'
import { createComposer } from '../composer/composer.js'
import { api } from '../data/api.js'
import { findChat, logOf, personaIn, store } from '../data/store.js'
import { avatar, botAvatar } from '../ui/avatars.js'
import { el, redraw } from '../ui/dom.js'
import { iconButton } from '../ui/icons.js'
import { button } from '../ui/sheets.js'
import { createLogView } from './log-view.js'
import { drawSticker } from './stickers.js'

/** The open chat: its header, its messages and the composer. */
export function createChatView({ open, back }) {
  let sheet
  const composer = createComposer({ changed: () => refresh(), sent: () => log.stickToEnd() })
  const log = createLogView({
    reply: (entry) => composer.startAbout('reply', entry),
    edit: (entry) => composer.startAbout('edit', entry),
    choose: (text) => composer.say(text),
    mayEdit: () => !findChat(store.openChatId).isPrivate || store.platform.editsPrivateMessages,
    unsend: async (entries) => {
      for (const { chatId, userId, messageId } of entries) await api.unsend(chatId, userId, messageId)
    },
  })
  const title = el('div', { class: 'room-title' })
  const picture = el('span')
  const actions = el('span', { class: 'room-actions' })
  const head = el(
    'header',
    { class: 'room-head' },
    iconButton('back', 'All chats', back, { class: 'back' }),
    picture,
    title,
    actions,
  )
  const connection = el('div', { class: 'connection', role: 'status', hidden: true }, 'Connection lost. Reconnecting …')
  const empty = el('div', { class: 'empty' })
  const node = el('main', { class: 'room' }, connection, head, log.node, empty, composer.node)
  takeDrops(node, (files) => composer.upload(files))

  const openSheet = () => {
    sheet = openPeople(store.openChatId, open)
  }

  function refresh() {
    connection.hidden = store.isConnected
    const chat = findChat(store.openChatId)
    const isEmpty = !chat || (logOf(chat.chatId).isLoaded && logOf(chat.chatId).entries.length === 0)
    for (const part of [head, composer.node]) part.hidden = !chat
    log.node.hidden = isEmpty
    empty.hidden = !isEmpty
    if (isEmpty) empty.replaceChildren(...emptyWords(chat))
    if (!chat) return
    drawHead(chat)
    composer.refresh()
    log.refresh()
    if (sheet?.isOpen()) sheet.refresh()
  }

  function drawHead(chat) {
    const { chatId, name, pictureUrl, isPrivate, isBotIn, friendship } = chat
    const shape = isPrivate ? 'person' : 'group'
    const words = [isPrivate ? `${store.bot.name}, as ${name}` : name, subtitleOf(chat)]
    redraw(picture, [chatId, name, pictureUrl, shape], () => [avatar({ id: chatId, name, pictureUrl, shape })])
    redraw(title, words, () => [el('h2', {}, words[0]), el('p', {}, words[1])])
    redraw(actions, [chatId, isPrivate, isBotIn, friendship], () => [
      !isBotIn && button('Invite bot', () => api.inviteBot(chatId), 'button-main'),
      isPrivate ? drawFriendship(chat) : iconButton('people', 'People and bot', openSheet, { 'data-key': 'people' }),
    ])
  }

  return {
    node,
    refresh,
    /** Entries arrived, this many of them new in this chat. */
    take(newCount) {
      refresh()
      log.take(newCount)
    },
    show() {
      composer.reset()
      refresh()
      log.show()
      if (matchMedia('(hover: hover)').matches) composer.focus()
    },
  }
}

function subtitleOf({ isPrivate, memberIds, isBotIn }) {
  if (isPrivate) return `Private chat with ${store.bot.name}`
  const people = memberIds.length === 1 ? '1 person' : `${memberIds.length} people`
  return `${people} · ${isBotIn ? `${store.bot.name} is in the group` : `${store.bot.name} isn’t in the group`}`
}

function drawFriendship({ chatId, friendship }) {
  if (friendship === 'blocked') return button('Unblock', () => api.follow(chatId))
  if (friendship === 'friend') return button('Block', () => api.unfollow(chatId), 'button-danger')
  return button('Add as a friend', () => api.follow(chatId), 'button-main')
}

function emptyWords(chat) {
  if (!chat && store.groups.size + store.people.size === 0)
    return [
      botAvatar(),
      el('h2', {}, 'No one is here yet'),
      el('p', {}, 'People and groups come from the program that started this simulator.'),
    ]
  const sticker = drawSticker({ packageId: '1000001', stickerId: chat ? '1' : '12' })
  if (!chat)
    return [sticker, el('h2', {}, 'Choose a chat'), el('p', {}, 'Write as any member and see what the bot does.')]
  const who = personaIn(chat) ? store.people.get(personaIn(chat))?.name : 'a member'
  return [sticker, el('h2', {}, 'No messages yet'), el('p', {}, `Write the first message as ${who}.`)]
}

/** Sends files that are dropped anywhere on the chat. */
function takeDrops(node, upload) {
  const hint = el('div', { class: 'drop-hint', hidden: true }, 'Drop to send')
  node.append(hint)
  let depth = 0
  const hasFiles = (event) => event.dataTransfer?.types.includes('Files')
  const show = (step) => {
    depth += step
    hint.hidden = depth <= 0
  }
  node.addEventListener('dragenter', (event) => hasFiles(event) && show(1))
  node.addEventListener('dragleave', (event) => hasFiles(event) && show(-1))
  node.addEventListener('dragover', (event) => hasFiles(event) && event.preventDefault())
  node.addEventListener('drop', (event) => {
    if (!hasFiles(event)) return
    event.preventDefault()
    show(-depth)
    void upload([...event.dataTransfer.files])
  })
}
