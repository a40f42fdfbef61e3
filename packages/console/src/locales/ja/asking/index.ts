import type { askingTexts as english } from '../../en/asking/index.ts'
import type { Translated } from '../../language.ts'

export const askingTexts = {
  asking: {
    tools: { ask: '質問する', catchUp: '未読のまとめ' },
    label: 'バックアップに質問',
    hint: '自分の言葉で質問できます。回答には、あなたが読めるメッセージだけが使われ、どの文にも元のメッセージが示されます。',
    placeholder: '艇庫の鍵は誰が持っていますか？',
    submit: '質問',
    cite: 'メッセージ{{number}}、{{name}}さん、{{when}}',
    nothing: 'バックアップには見つかりませんでした。',
    retry: '別の言葉で質問するか、メッセージに含まれる言葉を検索してください。',
    incomplete: '新しいメッセージの一部がまだ検索できないため、回答に含まれていない可能性があります。',
    by: {
      model: '引用したメッセージをもとにAIモデルが書いた回答です。メッセージを開いて確認してください。',
      search: '質問に最も合うメッセージからの引用です。',
    },
    model: {
      limit: '今日のAIトークンを使い切ったため、引用を表示しています。',
      failed: 'AIモデルから使える回答が得られなかったため、引用を表示しています。',
    },
    sent: 'AIモデルに送信された内容',
    catchUp: {
      title: '未読のまとめ',
      since: '期間',
      spans: { read: '最後に読んでから', today: '今日', week: '過去7日間' },
      count_other: '{{since}}以降のメッセージ{{count}}件',
      replies_other: '返信{{count}}件',
      none: 'この期間のメッセージはありません。',
      latest: '件数が多いため、最新のメッセージだけが含まれています。',
      replied: '返信の多いメッセージ',
      questions: '返信のない質問',
      links: 'リンク',
      files: 'ファイル',
      moves: '参加と退出',
      joined: '{{name}}さんが参加しました',
      left: '{{name}}さんが退出しました',
    },
  },
} as const satisfies Translated<typeof english>
