import type { HistoryNoteKind } from '../history.ts'
import { appMark } from './attachments.ts'

/** What the app wrote in place of a person's message. Undefined if the person wrote it. */
export function readPlaceholder(text: string): HistoryNoteKind | undefined {
  const words = text.replaceAll(appMark, '')
  if (deletedTexts.has(words.replace(/[.。]$/, '')) || /^This message was deleted by admin .{1,100}$/.test(words))
    return 'unsent'
  if (callForm.test(words)) return 'call'
  if (/^(?:POLL|UMFRAGE|ENCUESTA|SONDAGE|ENQUETE):\n/.test(words) && text.includes(appMark)) return 'poll'
  // It marks its own words, such as the first line about encryption.
  return text.startsWith(appMark) && text.length > 1 ? 'other' : undefined
}

const deletedTexts: ReadonlySet<string> = new Set([
  'This message was deleted',
  'You deleted this message',
  'Diese Nachricht wurde gelöscht',
  'Du hast diese Nachricht gelöscht',
  'Se eliminó este mensaje',
  'Este mensaje fue eliminado',
  'Eliminaste este mensaje',
  'Ce message a été supprimé',
  'Vous avez supprimé ce message',
  'Mensagem apagada',
  'Essa mensagem foi apagada',
  'Você apagou esta mensagem',
  'Questo messaggio è stato eliminato',
  'Hai eliminato questo messaggio',
  'Dit bericht is verwijderd',
  'U hebt dit bericht verwijderd',
  'Pesan ini telah dihapus',
  'Anda menghapus pesan ini',
  'このメッセージは削除されました',
  'このメッセージを削除しました',
  '此訊息已刪除',
  '你已刪除此訊息',
  '您已刪除此訊息',
  '此消息已删除',
  '你已删除此消息',
  '您已删除此消息',
  'ข้อความนี้ถูกลบแล้ว',
  'คุณลบข้อความนี้แล้ว',
])

const callForm = /^(?:Missed (?:group )?(?:voice|video) call(?:, .{1,40})?|(?:Voice|Video) call, .{1,40})$/

/** The text without the mark that it was edited. */
export function takeEditedMark(text: string): { text: string; isEdited: boolean } {
  const [matched, mark, words = ''] = editedForm.exec(text) ?? []
  const isEdited =
    matched !== undefined &&
    matched.length < text.length &&
    (mark !== '' || editedWords.has(words.replace(/[.。]$/, '')))
  return { text: isEdited ? text.slice(0, -matched.length) : text, isEdited }
}
const editedForm = /[ \n]?(\u200e?)<([^<>:：\n]{4,60})>$/
const editedWords: ReadonlySet<string> = new Set([
  'This message was edited',
  'Diese Nachricht wurde bearbeitet',
  'Se editó este mensaje',
  'Ce message a été modifié',
  'Mensagem editada',
  'Questo messaggio è stato modificato',
  'Dit bericht is bewerkt',
  'このメッセージは編集されました',
  '此訊息已編輯',
  '此消息已编辑',
])

/** What a record without a sender says. Names don't contain `: `, but the new name of a group can. */
export function readEvent(text: string): { what: HistoryNoteKind; name?: string } | undefined {
  if (text.length > mostLength) return undefined
  for (const { what, form } of events) {
    const found = form.exec(text)
    if (found) return { what, ...(found.groups?.name && { name: found.groups.name }) }
  }
  return undefined
}
const mostLength = 500

const name = '(?<name>(?:(?!: )[^\\n])+?)'
const events: readonly { what: HistoryNoteKind; form: RegExp }[] = [
  {
    what: 'renamed',
    form: new RegExp(`^${name} (?:changed the (?:subject|group name) (?:from|to) ["“]|created group ["“])`),
  },
  { what: 'renamed', form: new RegExp(`^${name} (?:changed|deleted) (?:this group['’]s icon|the group description)`) },
  {
    what: 'renamed',
    form: new RegExp(`^${name} (?:hat den Betreff|hat die Gruppe ["„“]|cambió el asunto|creó el grupo ["“])`),
  },
  {
    what: 'renamed',
    form: new RegExp(`^${name} (?:a changé le sujet|a créé le groupe|mudou o assunto|criou o grupo) `),
  },
  {
    what: 'left',
    form: new RegExp(`^${name} (?:left|hat die Gruppe verlassen|salió(?: del grupo)?|a quitté le groupe|saiu)$`),
  },
  { what: 'left', form: new RegExp(`^${name}が退出しました。?$`) },
  { what: 'joined', form: new RegExp(`^${name} (?:joined using this group['’]s invite link|was added|joined)$`) },
  { what: 'joined', form: /^(?:(?!: )[^\n])+? (?:added|añadió a|a ajouté|adicionou) (?<name>(?:(?!: )[^\n])+)$/ },
  { what: 'joined', form: /^(?:(?!: )[^\n])+? hat (?<name>(?:(?!: )[^\n])+) hinzugefügt$/ },
]
