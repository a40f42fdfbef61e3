import { api } from './api.js'
import { createAttachMenu, createStickerMenu } from './composer-menus.js'
import { el, redraw } from './dom.js'
import { iconButton } from './icons.js'
import { createPersonas } from './personas.js'
import { button } from './sheets.js'
import { findChat, logOf, nameOf, personaIn, store } from './store.js'
import { sendFiles } from './uploads.js'
import { summaryOf } from './words.js'

/** Where one writes. `changed` is called when one writes as somebody else, `sent` when something left. */
export function createComposer({ changed, sent }) {
  /** What the next text is about: `{ kind: 'reply' | 'edit', entry }`. */
  let about
  const here = () => {
    const chat = findChat(store.openChatId)
    return chat && { chatId: chat.chatId, as: personaIn(chat) }
  }
  const input = el('textarea', { rows: 1, maxlength: 10_000, 'aria-label': 'Message', enterkeyhint: 'send' })
  const send = iconButton('send', 'Send', () => submit(), { class: 'send', disabled: true })
  const aboutBar = el('div', { class: 'composer-about', hidden: true })
  const personas = createPersonas(() => {
    stopAbout()
    changed()
  })

  const say = async (content) => {
    const place = here()
    if (!place) return false
    const quote = about?.kind === 'reply' ? { quotedMessageId: about.entry.messageId } : {}
    const answer = await api.say(place.chatId, place.as, { ...content, ...quote })
    if (!answer) return false
    stopAbout()
    sent()
    return true
  }
  const submit = async () => {
    const text = input.value
    if (text.trim() === '') return
    // Given back if it could not be sent.
    setText('')
    const isDone = about?.kind === 'edit' ? await edit(text) : await say({ type: 'text', text })
    if (!isDone && input.value === '') setText(text)
  }
  const edit = async (text) => {
    const { entry } = about
    const answer = await api.edit(entry.chatId, entry.userId, entry.messageId, text)
    if (answer) stopAbout()
    return answer !== undefined
  }
  const setText = (text) => {
    input.value = text
    send.disabled = text.trim() === ''
  }
  const startAbout = (kind, entry) => {
    about = { kind, entry }
    const words = kind === 'edit' ? 'Editing' : `Answering ${entry.userId ? nameOf(entry.userId) : store.bot.name}`
    const cancel = iconButton('close', 'Cancel', () => stopAbout())
    aboutBar.replaceChildren(el('p', {}, el('b', {}, words), ` ${summaryOf(entry.content)}`), cancel)
    aboutBar.hidden = false
    if (kind === 'edit') setText(entry.content.text)
    input.focus()
  }
  const stopAbout = () => {
    if (about?.kind === 'edit') setText('')
    about = undefined
    aboutBar.hidden = true
    aboutBar.replaceChildren()
  }
  const editLast = () => {
    const place = here()
    const own =
      place &&
      logOf(place.chatId).entries.findLast(
        (one) => one.kind === 'message' && one.userId === place.as && one.content.type === 'text',
      )
    if (own && !findChat(place.chatId).isPrivate) startAbout('edit', own)
    return own !== undefined
  }
  const upload = async (files, options) => {
    const place = here()
    if (!place || files.length === 0) return
    await sendFiles(place.chatId, place.as, files, options)
    sent()
  }

  input.addEventListener('input', () => setText(input.value))
  input.addEventListener('keydown', (event) => {
    // While an input method is composing, Enter chooses a word.
    if (event.isComposing) return
    if (event.key === 'Enter' && !event.shiftKey) {
      event.preventDefault()
      void submit()
    } else if (event.key === 'Escape') stopAbout()
    else if (event.key === 'ArrowUp' && input.value === '' && editLast()) event.preventDefault()
  })
  input.addEventListener('paste', (event) => {
    const files = [...(event.clipboardData?.files ?? [])]
    if (files.length === 0) return
    event.preventDefault()
    void upload(files)
  })

  const attach = createAttachMenu({ upload, say })
  const stickers = createStickerMenu({ say })
  const row = el('div', { class: 'composer-row' }, attach.button, input, stickers.button, send)
  const hint = el(
    'p',
    { class: 'composer-hint' },
    'Enter sends · Shift+Enter new line · ↑ edits your last message · drop pictures anywhere',
  )
  const open = [personas.node, aboutBar, row, hint]
  const shut = el('div', { class: 'composer-shut', hidden: true })
  const node = el('div', { class: 'composer' }, ...open, shut, attach.menu, stickers.menu)

  return {
    node,
    upload,
    startAbout,
    focus: () => input.focus(),
    /** Another chat: nothing of the last one stays. */
    reset() {
      stopAbout()
      setText('')
    },
    refresh() {
      const chat = findChat(store.openChatId)
      if (!chat) return
      personas.refresh(chat)
      const persona = personaIn(chat)
      input.placeholder = persona ? `Write as ${nameOf(persona)}` : ''
      const closed = shutReason(chat)
      redraw(shut, [chat.chatId, closed !== undefined], () => closed ?? [])
      shut.hidden = closed === undefined
      for (const part of [row, hint]) part.hidden = closed !== undefined
    },
  }
}

/** Why nobody can write here, and what to do about it; undefined where one can. */
function shutReason(chat) {
  if (chat.isPrivate && chat.friendship === 'blocked')
    return [
      el('span', {}, `${chat.name} has blocked ${store.bot.name}.`),
      button('Unblock', () => api.follow(chat.chatId), 'button-main'),
    ]
  if (chat.memberIds.length === 0) return ['Nobody is in this group. Open the list of people to let somebody join.']
  return undefined
}
