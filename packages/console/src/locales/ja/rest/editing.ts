import type { Texts, Translated } from '../../language.ts'

export const editing: Translated<Texts['editing']> = {
  title: 'ほかの人が変更しました',
  text: '編集中に、ほかの人が変更を保存しました。何も上書きされていません。どちらの変更を残すか選択してください。',
  side: { mine: '自分の変更', theirs: '相手の変更' },
  by: {
    conflict: '両方が変更しました。どちらかを選択してください。',
    mine: '変更したのは自分だけです。自分の変更が残ります。',
    theirs: '変更したのは相手だけです。相手の変更が残ります。',
    same: '両方が同じ変更をしました。',
  },
  choose_other: 'あと{{count}}か所を選択してください。',
  ready: 'すべて選択しました。保存すると、両方の変更が残ります。',
  takeTheirs: 'すべて相手の変更にする',
  keepMine: 'すべて自分の変更にする',
  saveMerged: '統合して保存',
  on: 'オン',
  off: 'オフ',
  nothing: 'なし',
  unsaved: {
    title: '保存せずに移動しますか？',
    text: '保存していない変更があります。移動すると失われます。',
    leave: '移動する',
    stay: 'このページにとどまる',
  },
  save: {
    dirty: '保存していない変更があります。',
    button: '保存',
    discard: '破棄',
    done: '設定を保存しました',
  },
  readOnlyKey: '読み取り専用のキーでログインしているため、ここでは何も変更できません。',
  noTimezone: '該当するタイムゾーンがありません',
  counts: {
    messages_other: 'メッセージ{{number}}件',
    mediaFiles_other: 'ファイル{{number}}件',
    sized: '{{files}}（{{size}}）',
    versions_other: '編集履歴{{number}}件',
    members_other: 'メンバー{{number}}人',
  },
}
