import type { Texts, Translated } from '../../language.ts'

export const editing: Translated<Texts['editing']> = {
  title: '別の人が変更しました',
  text: '編集している間に、別の人がこの内容を保存しました。まだ何も上書きされていません。どちらを残すか選んでください。',
  side: { mine: '自分の変更', theirs: '相手の変更' },
  by: {
    conflict: '両方で変更されています。どちらを残しますか？',
    mine: '変更したのは自分だけです。そのまま反映されます。',
    theirs: '変更したのは相手だけです。そのまま残ります。',
    same: '両方で同じ変更がされています。',
  },
  choose_other: 'あと {{count}} か所、選んでください。',
  ready: 'すべて決まりました。統合すると、両方の変更が残ります。',
  takeTheirs: 'すべて相手の内容にする',
  keepMine: 'すべて自分の内容にする',
  saveMerged: '統合して保存',
  on: 'オン',
  off: 'オフ',
  nothing: 'なし',
  unsaved: {
    title: '保存せずに移動しますか？',
    text: '保存していない変更があります。移動すると失われます。',
    leave: '移動する',
    stay: 'このまま編集する',
  },
}
