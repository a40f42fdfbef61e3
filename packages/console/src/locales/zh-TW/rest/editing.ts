import type { Texts, Translated } from '../../language.ts'

export const editing: Translated<Texts['editing']> = {
  title: '已被他人修改',
  text: '你編輯的時候，有人先儲存了這份內容。目前沒有任何內容被覆蓋，由你決定要保留哪一個版本。',
  side: { mine: '你的版本', theirs: '對方的版本' },
  by: {
    conflict: '你們都改了這一項，要保留哪一個？',
    mine: '只有你改了這一項，會直接採用。',
    theirs: '只有對方改了這一項，會保留下來。',
    same: '你們做了相同的修改。',
  },
  choose_other: '還有 {{count}} 項需要選擇。',
  ready: '都決定好了。合併後會保留雙方的修改。',
  takeTheirs: '全部採用對方的',
  keepMine: '全部保留我的',
  saveMerged: '合併並儲存',
  on: '開啟',
  off: '關閉',
  nothing: '無',
  unsaved: {
    title: '不儲存就離開嗎？',
    text: '這裡有尚未儲存的變更，離開後就會遺失。',
    leave: '離開',
    stay: '留在這裡',
  },
}
