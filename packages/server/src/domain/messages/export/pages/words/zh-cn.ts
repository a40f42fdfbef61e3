import type { PageWords } from './page-words.ts'

export const simplifiedChinese: PageWords = {
  allMonths: '所有月份',
  months: '月份',
  earlierPage: '上一页',
  laterPage: '下一页',
  page: '第 {page} 页',
  search: {
    label: '搜索所有消息',
    typeMore: '请输入至少两个字符。',
    progress: '正在搜索 {month}…',
    results: '搜索结果：{count} 条',
    noResults: '找不到“{query}”。',
    more: '显示更多',
    unreadable: '无法读取 {file}。请将此文件夹的所有文件放在一起。',
    needsScript: '搜索需要 JavaScript，其他功能不需要。',
  },
  missing: {
    title: '缺少的内容',
    ofMonth: '有缺失',
    nothing: '没有已知的缺失。',
    why: {
      'bot-added': 'Innkeeper 当时不在聊天中。',
      'backup-on': '备份当时已关闭。',
      enabled: '频道当时已停用。',
      'events-missed': '平台未能发送部分消息。',
    },
    messages: '导出期间撤回或自动删除，因此未包含的消息：{count} 条',
    gone: '导出开始后撤回或自动删除的消息：{count} 条。之后下载的月份不包含这些消息。',
    files: '无法读取，因此未包含的文件：{count} 个',
  },
  limits: {
    title: '导出范围',
    days: '日期：{from} – {to}',
    sender: '仅一位成员的消息',
    own: '仅导出者本人的消息',
    type: '仅此类型：{type}',
    noFiles: '不含照片和文件',
  },
  howTo: {
    title: '使用说明',
    lines: [
      '选择月份。点击照片可查看原始大小，点击回复可查看所回复的消息。',
      '请将此文件夹的所有文件放在一起。如果是 ZIP 文件，请先解压。',
      '这些页面不需要网络，也不会从网络加载任何内容。只有在你点击时，消息中的链接才会打开。',
    ],
  },
  file: {
    lost: '无法保存',
    pending: '尚未下载',
    inFolder: '在文件夹中：{path}',
    notInPage: '不在此页面中',
  },
  picturesLeftOut: '为避免页面过大而未包含的照片和视频：{count} 个。以“网页”格式导出即可查看全部。',
  map: '在地图上显示',
  readMe: [
    '此文件夹包含聊天“{name}”的内容。',
    '1. 如果是 ZIP 文件，请先解压。所有文件必须放在一起。',
    '2. 用浏览器打开 index.html。不需要网络。',
    '名称以“manifest”开头的文件列出每个文件及其 SHA-256 校验和。',
  ],
}
