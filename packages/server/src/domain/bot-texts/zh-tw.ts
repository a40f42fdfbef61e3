import type { BotTexts } from './words.ts'

export const traditionalChinese: BotTexts = {
  notice: {
    greeting: '大家好，我是 Innkeeper，這個聊天室的助理與備份管家。',
    backup: '成員可以訂閱這裡的訊息與媒體備份。沒有人訂閱時，我不會保存任何內容；收回的訊息也會從備份中刪除。',
    claim: '目前還沒有人管理我：傳送 /claim 即可成為擁有者。',
    claimWithCode: '目前還沒有人管理我：傳送 /claim 加上營運者給你的代碼，即可成為擁有者。',
    private: '不希望自己的訊息被備份，請傳送 /private。',
    help: '傳送 /help 查看我聽得懂的指令。',
  },
  help: {
    heading: '我聽得懂的指令：',
    rules: '/rules – 本群組的規則',
    backup: '/backup – 訊息是否備份，以及為誰備份',
    claim: '/claim – 沒有擁有者時，成為擁有者',
    private: '/private – 從現在起不備份自己的訊息',
    public: '/public – 重新備份自己的訊息',
    leave: '/leave – 讓我離開聊天室（僅限擁有者）',
    forget: '/forget – 刪除我保存的關於你的一切（在與我的私人聊天中）',
    help: '/help – 這份清單',
  },
  claim: {
    claimed: '你現在是這個聊天室的擁有者，可以管理成員、設定與備份。',
    'yours-already': '你已經是這個聊天室的擁有者。',
    taken: '這個聊天室已經有擁有者，只有對方可以移交。',
    'code-missing': '請傳送 /claim 加上營運者給你的代碼，例如 /claim ABCD-1234。',
    'code-wrong': '這個代碼無效：已使用、已過期，或屬於其他聊天室。請向營運者索取新的代碼。',
    off: '這裡無法認領聊天室，請營運者指定擁有者。',
    'unknown-sender': '我看不到你是誰，因此無法讓你成為擁有者。',
  },
  private: {
    on: '從現在起，你的訊息不會進入這個聊天室的備份。傳送 /public 可以恢復。',
    off: '從現在起，你的訊息會重新進入這個聊天室的備份。',
    unknownSender: '我看不到你是誰，因此無法分辨你的訊息。',
  },
  backup: {
    on: '這裡傳送的訊息和媒體正在備份，有 {count} 人訂閱。',
    off: '這裡什麼都沒有備份：沒有人訂閱。',
    who: {
      members: '任何成員都可以訂閱。',
      admins: '只有擁有者和管理員可以訂閱。',
      off: '擁有者已關閉備份。',
    },
  },
  forget: {
    ask: '這會在所有聊天中刪除我保存的關於你的一切：你的訊息和修改前的內容、照片和檔案、名字和大頭貼、金鑰。無法復原。要繼續，請傳送 /forget yes',
    notHere: '請在與我的私人聊天中傳送 /forget。',
    done: '已完成。刪除了 {messages} 則訊息和 {files} 個檔案。你之後寫的內容會照常保存；傳送 /private 可以不保存。',
    unknownSender: '我看不到你是誰，所以無法分辨哪些是你的。',
  },
  leave: {
    goodbye: '我要離開這個聊天室了，再見！',
    ownerOnly: '只有擁有者可以讓我離開。',
    privateChat: '我無法離開一對一聊天，請封鎖我來結束。',
  },
}
