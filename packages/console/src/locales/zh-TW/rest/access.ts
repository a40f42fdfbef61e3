import type { Texts, Translated } from '../../language.ts'

export const access: Translated<Texts['access']> = {
  subscribe: {
    title: '訊息正在備份，但你沒有開啟備份',
    text: '開啟你在 {{channel}} 的備份，就能查看及搜尋訊息、照片和檔案。',
  },
  disabled: '這個頻道已停用，新訊息不會備份。開啟備份即可查看先前備份的內容。',
  away: 'Innkeeper 已不在這個聊天室，新訊息不會備份。開啟備份即可查看先前備份的內容。',
  blocked: '你已封鎖機器人，新訊息不會備份。開啟備份即可查看先前備份的內容。',
  pause: {
    disabled: '這個頻道已停用，新訊息不會備份。',
    away: 'Innkeeper 已不在這個聊天室，不會備份任何內容。要繼續備份，請再次邀請機器人。',
    blocked: '你已封鎖機器人，不會備份任何內容。要繼續備份，請解除封鎖。',
  },
  off: '{{channel}} 的備份已關閉。要備份訊息，請先在設定中選擇誰可以查看備份。',
  notAllowed: {
    title: '你無法查看這份備份',
    text: '{{channel}} 的擁有者決定誰可以查看備份，你的角色目前無法查看。',
  },
  noAccess: {
    title: '你還沒有 {{channel}} 的存取權',
    text: '你目前是訪客，必須由擁有者或管理員核准後才能查看訊息。',
  },
  kept: {
    title: '會備份哪些內容',
    forever: '這個聊天室的所有訊息、照片和檔案，直到有人刪除為止。',
    days_other: '這個聊天室的所有訊息、照片和檔案，保留 {{count}} 天。',
    unsending: '收回的訊息會刪除。',
    deleting: '在聊天室刪除的訊息仍會保留在備份中。若要一併從備份中刪除，請在刪除前用 /delete 回覆該訊息。',
    notKept: '傳送 /private 的人的訊息不會備份。',
  },
  readers: {
    title: '誰可以查看',
    members_other: '已開啟自己備份的成員，目前 {{count}} 人。',
    admins_other: '已開啟自己備份的擁有者和管理員，目前 {{count}} 人。',
  },
  checkAgain: '重新整理',
}
