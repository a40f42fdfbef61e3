import type { BotTexts } from './words.ts'

export const simplifiedChinese: BotTexts = {
  notice: {
    greeting: '大家好，我是 Innkeeper，这个聊天的助理和备份管家。',
    backup: '成员可以订阅这里的消息和媒体备份。没有人订阅时，我不会保存任何内容；撤回的消息也会从备份中删除。',
    claim: '目前还没有人管理我：发送 /claim 即可成为所有者。',
    claimWithCode: '目前还没有人管理我：发送 /claim 加上运营者给你的代码，即可成为所有者。',
    private: '不希望自己的消息被备份，请发送 /private。',
    help: '发送 /help 查看我能听懂的命令。',
  },
  help: {
    heading: '我能听懂的命令：',
    rules: '/rules – 本群的群规',
    backup: '/backup – 消息是否备份，以及为谁备份',
    claim: '/claim – 没有所有者时，成为所有者',
    private: '/private – 从现在起不备份自己的消息',
    public: '/public – 重新备份自己的消息',
    leave: '/leave – 让我离开聊天（仅限所有者）',
    forget: '/forget – 删除我保存的关于你的一切（在与我的私聊中）',
    help: '/help – 这份列表',
  },
  claim: {
    claimed: '你现在是这个聊天的所有者，可以管理成员、设置和备份。',
    'yours-already': '你已经是这个聊天的所有者。',
    taken: '这个聊天已经有所有者，只有对方可以移交。',
    'code-missing': '请发送 /claim 加上运营者给你的代码，例如 /claim ABCD-1234。',
    'code-wrong': '这个代码无效：已使用、已过期，或属于其他聊天。请向运营者索取新的代码。',
    off: '这里无法认领聊天，请运营者指定所有者。',
    'unknown-sender': '我看不到你是谁，因此无法让你成为所有者。',
  },
  private: {
    on: '从现在起，你的消息不会进入这个聊天的备份。发送 /public 可以恢复。',
    off: '从现在起，你的消息会重新进入这个聊天的备份。',
    unknownSender: '我看不到你是谁，因此无法分辨你的消息。',
  },
  backup: {
    on: '这里发送的消息和媒体正在备份，有 {count} 人订阅。',
    off: '这里什么都没有备份：没有人订阅。',
    who: {
      members: '任何成员都可以订阅。',
      admins: '只有群主和管理员可以订阅。',
      off: '群主已关闭备份。',
    },
  },
  forget: {
    ask: '这会在所有聊天中删除我保存的关于你的一切：你的消息和修改前的内容、照片和文件、名字和头像、密钥。无法恢复。要继续，请发送 /forget yes',
    notHere: '请在与我的私聊中发送 /forget。',
    done: '已完成。删除了 {messages} 条消息和 {files} 个文件。你以后写的内容会照常保存；发送 /private 可以不保存。',
    unknownSender: '我看不到你是谁，所以无法分辨哪些是你的。',
  },
  leave: {
    goodbye: '我要离开这个聊天了，再见！',
    ownerOnly: '只有所有者可以让我离开。',
    privateChat: '我无法离开一对一聊天，请拉黑我来结束。',
  },
}
