import { api } from '../data/api.js'
import { findChat, logOf, nameOf, personaIn, store } from '../data/store.js'
import { sendFiles } from '../data/uploads.js'
import { el, redraw } from '../ui/dom.js'
import { button } from '../ui/sheets.js'
import { createAboutBar } from './about-bar.js'
import { createComposerInput } from './composer-input.js'
import { createAttachMenu, createStickerMenu } from './composer-menus.js'
import { createPersonas } from './personas.js'

/** The message composer. `changed` is called when the sender changes, `sent` when something was sent. */
export function createComposer({ changed, sent }) {
  const about = createAboutBar((kind) => kind === 'edit' && setText(''))
  const say = async (content) => {
    const { chatId, as } = here()
    const answer = await api.say(chatId, as, { ...content, ...about.quote() })
    if (answer) about.stop()
    if (answer) sent()
    return answer !== undefined
  }
  const edit = async ({ chatId, userId, messageId }, text) => {
    const answer = await api.edit(chatId, userId, messageId, text)
    if (answer) about.stop()
    return answer !== undefined
  }
  const submit = async () => {
    const text = field.value
    if (text.trim() === '') return
    // Restored if it could not be sent.
    setText('')
    const edited = about.edited()
    const isDone = edited ? await edit(edited, text) : await say({ type: 'text', text })
    if (!isDone && field.value === '') setText(text)
  }
  const upload = async (files, options) => {
    const { chatId, as } = here()
    if (as === undefined || files.length === 0) return
    await sendFiles(chatId, as, files, options)
    sent()
  }
  const startAbout = (kind, entry) => {
    about.start(kind, entry)
    if (kind === 'edit') setText(entry.content.text)
    field.focus()
  }
  const editLast = () => {
    const own = findLastText(here())
    if (own) startAbout('edit', own)
    return own !== undefined
  }
  const { field, send, setText } = createComposerInput({ submit, cancel: about.stop, editLast, upload })
  const personas = createPersonas(() => {
    about.stop()
    changed()
  })
  const parts = drawParts({ about, personas, field, send, upload, say })

  return {
    node: parts.node,
    upload,
    startAbout,
    say: (text) => say({ type: 'text', text }),
    focus: () => field.focus(),
    /** Another chat: resets everything. */
    reset() {
      about.stop()
      setText('')
    },
    refresh() {
      const chat = findChat(store.openChatId)
      if (!chat) return
      personas.refresh(chat)
      field.placeholder = `Write as ${nameOf(personaIn(chat))}`
      parts.refresh(chat)
    },
  }
}

/** The open chat and the chosen sender. */
function here() {
  const chat = findChat(store.openChatId)
  return { chatId: store.openChatId, as: chat && personaIn(chat) }
}

/** The sender's last text if it can be edited. Not every platform allows that in private chats. */
function findLastText({ chatId, as }) {
  if (!store.groups.has(chatId) && !store.platform.editsPrivateMessages) return undefined
  const isOwnText = ({ kind, userId, content }) => kind === 'message' && userId === as && content.type === 'text'
  return logOf(chatId).entries.findLast(isOwnText)
}

function drawParts({ about, personas, field, send, upload, say }) {
  const attach = createAttachMenu({ upload, say })
  const stickers = createStickerMenu({ say })
  const row = el('div', { class: 'composer-row' }, attach.button, field, stickers.button, send)
  const keys = 'Enter to send · Shift+Enter for a new line · ↑ to edit your last message · Drop files anywhere'
  const hint = el('p', { class: 'composer-hint' }, keys)
  const shut = el('div', { class: 'composer-shut', hidden: true })
  const open = [personas.node, about.node, row, hint]
  return {
    node: el('div', { class: 'composer' }, ...open, shut, attach.menu, stickers.menu),
    refresh(chat) {
      const reason = shutReason(chat)
      redraw(shut, [chat.chatId, reason !== undefined], () => reason ?? [])
      shut.hidden = reason === undefined
      for (const part of [row, hint]) part.hidden = reason !== undefined
    },
  }
}

/** Why no one can write here, and what to do about it; undefined if they can. */
function shutReason(chat) {
  if (chat.isPrivate && chat.friendship === 'blocked')
    return [
      el('span', {}, `${chat.name} has blocked ${store.bot.name}.`),
      button('Unblock', () => api.follow(chat.chatId), 'button-main'),
    ]
  if (chat.memberIds.length === 0) return ['No one is in this group. Open “People and bot” to let someone join.']
  return undefined
}
