import type { askingTexts as english } from '../../en/asking/index.ts'
import type { Translated } from '../../language.ts'

export const askingTexts = {
  asking: {
    tools: { ask: '提問', catchUp: '重點整理' },
    label: '向備份提問',
    hint: '用自己的話提問，任何語言都可以。答案只來自你能閱讀的訊息，每句話都會標明出處。',
    placeholder: '船庫的鑰匙在誰那裡？',
    submit: '提問',
    cite: '訊息 {{number}}，{{name}}，{{when}}',
    nothing: '備份中找不到答案。',
    retry: '請換個說法，或搜尋訊息中一定會出現的字詞。',
    incomplete: '部分新訊息還沒建立索引，答案可能沒有包含這些訊息。',
    by: {
      model: '由 AI 模型根據所引用的訊息撰寫。請開啟訊息確認。',
      search: '引用自最符合問題的訊息。',
    },
    model: {
      limit: '今天的 AI token 已用完，因此顯示引用。',
      failed: 'AI 模型沒有提供可用的答案，因此顯示引用。',
    },
    sent: '傳送給 AI 模型的內容',
    catchUp: {
      title: '重點整理',
      since: '期間',
      spans: { read: '上次閱讀之後', today: '今天', week: '最近 7 天' },
      count_other: '{{since}} 之後有 {{count}} 則訊息',
      replies_other: '{{count}} 則回覆',
      none: '這段期間沒有訊息。',
      latest: '訊息太多，只包含最新的部分。',
      replied: '最多回覆',
      questions: '沒有人回覆的問題',
      links: '連結',
      files: '檔案',
      moves: '加入與離開',
      joined: '{{name}} 加入了',
      left: '{{name}} 離開了',
    },
  },
} as const satisfies Translated<typeof english>
