import type { HistoryNoteKind } from '../history.ts'

/** What a line without a sender says. `name` is who it's about, where the line has it. */
export type LineEvent = { what: HistoryNoteKind; name?: string }

const events: readonly { what: HistoryNoteKind; forms: readonly RegExp[] }[] = [
  {
    what: 'unsent',
    forms: [
      /^(?:You|(?<name>.+)) unsent a message\.$/s,
      /^Message unsent\.$/,
      /^(?:(?<name>.+)が)?メッセージの送信を取り消しました。?$/s,
      /^(?<name>.*)已收回訊息。?$/s,
      /^(?<name>.*)撤回了一条消息。?$/s,
      /^(?:(?<name>.+?) ?)?ยกเลิกข้อความแล้ว$/s,
    ],
  },
  {
    what: 'joined',
    forms: [
      /^.+ added (?<name>.+) to the (?:group|chat)\.$/s,
      /^(?<name>.+) joined the (?:group|chat)\.$/s,
      /^(?<name>.+?)が(?:グループに)?参加しました。?$/s,
      /^(?<name>.+)加入聊天$/s,
      /^.+ เพิ่ม (?<name>.+) เข้ากลุ่ม$/s,
    ],
  },
  {
    what: 'left',
    forms: [
      /^(?<name>.+) left the (?:group|chat)\.$/s,
      /^(?<name>.+)が退会しました。?$/s,
      /^(?<name>.+)離開聊天$/s,
      /^已將(?<name>.+)強制退出社群。?$/s,
    ],
  },
  {
    what: 'renamed',
    forms: [
      /^(?<name>.+) changed the (?:group|chat)['’]s (?:name to .+|profile photo\.)$/s,
      /^(?<name>.+)がグループ名を.+に変更しました。?$/s,
    ],
  },
  { what: 'call', forms: [/^☎/, /^未接來電$/, /^ไม่ได้รับสาย$/] },
]

/** Undefined if it's not one of the known texts. */
export function readEvent(text: string): LineEvent | undefined {
  // None of them is long, and a text of thousands of characters would be searched by each form.
  if (text.length > mostLength) return undefined
  for (const { what, forms } of events) {
    for (const form of forms) {
      const found = form.exec(text)
      if (found) return { what, ...(found.groups?.name && { name: found.groups.name }) }
    }
  }
  return undefined
}
const mostLength = 500
