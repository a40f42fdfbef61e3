import type { Texts, Translated } from '../../language.ts'

export const usage: Translated<Texts['usage']> = {
  title: '利用状況',
  allTitle: '全チャンネルの利用状況',
  allText: 'アクセスできるすべてのチャンネルが対象です。日付は各チャンネルのタイムゾーンに基づきます。',
  nothing: 'この期間に保存されたメッセージはありません。集計の対象は保存されたメッセージだけです。',
  span: {
    label: '期間',
    days_other: '{{count}}日間',
    year: '1年間',
    own: 'カスタム',
    pick: '開始日と終了日：{{days}}',
    previousMonth: '前の月',
    nextMonth: '次の月',
    tooLong: '選択できるのは{{count}}日までです。',
  },
  counters: {
    messages: 'メッセージ',
    mediaFiles: 'メディア',
    mediaBytes: 'メディアの容量',
    autoReplies: '自動応答',
    welcomes: 'あいさつ',
    apiRequests: 'APIリクエスト',
  },
  change: {
    against_other: 'その前の{{count}}日間と比べて{{change}}',
    same_other: 'その前の{{count}}日間と同じ',
    new_other: 'その前の{{count}}日間はゼロ',
  },
  chart: '{{name}}：合計{{total}}、最多は{{days}}の{{most}}',
  none: 'この期間にはありません。',
  table: {
    show: '{{name}}を表で表示',
    back: '{{name}}をグラフで表示',
    label: '表：{{name}}',
    days: '日付',
    from: '開始日',
    to: '終了日',
    copy: '{{name}}の表をコピー',
  },
  busiest: {
    title: 'メッセージの多い曜日と時間帯',
    weekday: 'メッセージが最も多い曜日は{{weekday}}です。',
    both: 'メッセージが最も多い曜日は{{weekday}}、時間帯は{{hours}}です。',
    byWeekday: '曜日別のメッセージ数',
    byHour: '曜日・時間帯別のメッセージ数',
    counted: '保存されたメッセージ（{{days}}）',
  },
  compare: {
    title: 'チャンネルの比較',
    text: '上で選択した期間の数値を、チャンネルごとに比較します。',
    by: '比較する項目',
    list: 'チャンネル別の{{name}}',
    channel: 'チャンネル',
    more_other: 'ほか{{count}}件を表示',
  },
  requests: {
    title: 'あなたのAPIリクエスト',
    text: 'あなたのプログラムやブラウザがInnkeeperにアクセスした回数です（このページの表示も含みます）。日付はサーバーのタイムゾーンに基づきます。',
  },
  model: {
    own: {
      title: '今日のあなたのAIトークン',
      text: '割り当てを使い切ると、アシスタントは明日まで、あなたのメッセージについてAIモデルに問い合わせません。',
    },
    channel: {
      title: '今日のこのチャンネルのAIトークン',
      text: '割り当てを使い切ると、アシスタントは明日まで、このチャンネルでAIモデルに問い合わせません。',
    },
    used: '{{used}}トークン',
    usedOf: '{{used}} / {{limit}}トークン',
  },
}
