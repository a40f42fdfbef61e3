import type { Texts, Translated } from '../../language.ts'

export const editing: Translated<Texts['editing']> = {
  title: '其他人已變更這項內容',
  text: '你編輯時，有人儲存了變更。沒有任何內容被覆寫，請選擇要保留哪些變更。',
  side: { mine: '你的變更', theirs: '對方的變更' },
  by: {
    conflict: '你們都變更了這一項，請選擇其中一個。',
    mine: '只有你變更了這一項，會保留你的變更。',
    theirs: '只有對方變更了這一項，會保留對方的變更。',
    same: '你們做了相同的變更。',
  },
  choose_other: '還有 {{count}} 項需要選擇。',
  ready: '已全部選擇完成。儲存後會保留雙方的變更。',
  takeTheirs: '全部採用對方的',
  keepMine: '全部採用我的',
  saveMerged: '儲存合併結果',
  on: '開啟',
  off: '關閉',
  nothing: '空白',
  unsaved: {
    title: '不儲存就離開嗎？',
    text: '你有尚未儲存的變更，離開後就會遺失。',
    leave: '離開',
    stay: '留在這裡',
  },
  save: {
    dirty: '你有尚未儲存的變更。',
    button: '儲存',
    discard: '捨棄',
    done: '設定已儲存',
  },
  readOnlyKey: '你使用唯讀金鑰登入，因此無法在這裡變更任何內容。',
  noTimezone: '沒有這個時區',
  counts: {
    messages_other: '{{number}} 則訊息',
    mediaFiles_other: '{{number}} 個檔案',
    sized: '{{files}}（{{size}}）',
    versions_other: '{{number}} 個先前版本',
    members_other: '{{number}} 人',
  },
}
