import type { Words } from '../../en.ts'
import type { Translated } from '../../translated.ts'

export const shell: Translated<Words['shell']> = {
  name: 'Innkeeper',
  skip: '本文へ移動',
  home: 'すべてのチャンネル',
  channelNav: 'このチャンネル',
  switchChannel: 'チャンネルを切り替える',
  nav: {
    reader: '会話',
    search: '検索',
    gallery: 'ギャラリー',
    assistant: 'アシスタント',
    members: 'メンバー',
    usage: '利用状況',
    settings: '設定',
    more: 'その他',
  },
  scheme: { label: '表示', light: 'ライト', dark: 'ダーク', auto: 'システムに合わせる' },
  language: '言語',
  account: {
    label: '{{name}} さんのアカウント',
    keys: 'キーとサインイン',
    usage: 'すべての利用状況',
    reference: 'API リファレンス',
    operator: 'このサービス',
    signOut: 'サインアウト',
  },
  time: {
    ahead: '時刻は {{zone}}。今はあなたの時刻より {{hours}}進んでいます',
    behind: '時刻は {{zone}}。今はあなたの時刻より {{hours}}遅れています',
    alike: '時刻は {{zone}}。今はあなたの時刻と同じです',
    own: 'あなたの時刻 {{when}}',
  },
  offline: '接続されていません。再接続しています…',
  slow: '通常より時間がかかっています。再試行しています…',
  loading: '読み込み中',
  retry: '再試行',
  cancel: 'キャンセル',
  close: '閉じる',
  copy: 'コピー',
  copied: 'コピーしました',
}
