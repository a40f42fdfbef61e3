import type { Texts, Translated } from '../../language.ts'

export const access: Translated<Texts['access']> = {
  subscribe: {
    title: '其他成員備份中，你尚未開啟',
    text: '開啟你在 {{channel}} 的備份，就能在這裡閱讀和搜尋對話，並瀏覽照片和檔案。',
  },
  disabled: '頻道已停用，不會保存新訊息。開啟備份即可閱讀先前保存的內容。',
  off: '{{channel}} 的備份已關閉。你可以在設定中選擇誰能閱讀。',
  notAllowed: {
    title: '你無法閱讀這份備份',
    text: '誰可以使用 {{channel}} 的備份由擁有者決定，你目前的角色無法使用。',
  },
  noAccess: {
    title: '{{channel}} 的門關著',
    text: '你在那裡是訪客，要等管理頻道的人讓你進來，才能閱讀。',
  },
  checkAgain: '重新檢查',
}
