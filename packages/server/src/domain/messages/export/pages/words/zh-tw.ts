import type { PageWords } from './page-words.ts'

export const traditionalChinese: PageWords = {
  allMonths: '所有月份',
  months: '月份',
  earlierPage: '上一頁',
  laterPage: '下一頁',
  page: '第 {page} 頁',
  search: {
    label: '搜尋所有訊息',
    typeMore: '請輸入至少兩個字元。',
    progress: '正在搜尋 {month}…',
    results: '搜尋結果：{count} 則',
    noResults: '找不到「{query}」。',
    more: '顯示更多',
    unreadable: '無法讀取 {file}。請將這個資料夾的所有檔案放在一起。',
    needsScript: '搜尋需要 JavaScript，其他功能不需要。',
  },
  missing: {
    title: '缺少的內容',
    ofMonth: '有缺漏',
    nothing: '沒有已知的缺漏。',
    why: {
      'bot-added': 'Innkeeper 當時不在聊天室中。',
      'backup-on': '備份當時已關閉。',
      enabled: '頻道當時已停用。',
      'events-missed': '平台未能傳送部分訊息。',
    },
    messages: '匯出期間收回或自動刪除，因此未包含的訊息：{count} 則',
    gone: '匯出開始後收回或自動刪除的訊息：{count} 則。之後下載的月份不包含這些訊息。',
    files: '無法讀取，因此未包含的檔案：{count} 個',
  },
  limits: {
    title: '匯出範圍',
    days: '日期：{from} – {to}',
    sender: '僅一位成員的訊息',
    own: '僅匯出者本人的訊息',
    type: '僅此類型：{type}',
    noFiles: '不含照片與檔案',
  },
  howTo: {
    title: '使用說明',
    lines: [
      '選擇月份。點選照片可查看原始大小，點選回覆可查看所回覆的訊息。',
      '請將這個資料夾的所有檔案放在一起。如果是 ZIP 檔，請先解壓縮。',
      '這些頁面不需要網路，也不會從網路載入任何內容。訊息中的連結只有在你點選時才會開啟。',
    ],
  },
  file: {
    lost: '無法儲存',
    pending: '尚未下載',
    inFolder: '在資料夾中：{path}',
    notInPage: '不在此頁面中',
  },
  picturesLeftOut: '為避免頁面過大而未包含的照片和影片：{count} 個。以「網頁」格式匯出即可查看全部。',
  map: '在地圖上顯示',
  readMe: [
    '這個資料夾包含聊天室「{name}」的內容。',
    '1. 如果是 ZIP 檔，請先解壓縮。所有檔案必須放在一起。',
    '2. 用瀏覽器開啟 index.html。不需要網路。',
    '名稱以「manifest」開頭的檔案列出每個檔案及其 SHA-256 檢查碼。',
  ],
}
