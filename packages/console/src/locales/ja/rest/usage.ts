import type { Texts, Translated } from '../../language.ts'

export const usage: Translated<Texts['usage']> = {
  title: '利用状況',
  allTitle: 'すべてのチャンネルの利用状況',
  allText: '閲覧できるすべてのチャンネルの合計です。日付は各チャンネルのタイムゾーンによります。',
  nothing: 'この期間に保存されたメッセージはありません。保存されたメッセージだけが数えられます。',
  span: {
    label: '期間',
    days_other: '{{count}} 日間',
    year: '1 年間',
    own: '指定',
    pick: '開始日と終了日：{{days}}',
    previousMonth: '前の月',
    nextMonth: '次の月',
    tooLong: '一度に表示できるのは {{count}} 日までです。',
  },
  counters: {
    messages: 'メッセージ',
    mediaFiles: 'メディアファイル',
    mediaBytes: 'メディアの容量',
    autoReplies: 'アシスタントの返信',
    welcomes: 'ウェルカムメッセージ',
    apiRequests: 'リクエスト',
  },
  change: {
    against_other: '直前の {{count}} 日間と比べて {{change}}',
    same_other: '直前の {{count}} 日間と同じ',
    new_other: '直前の {{count}} 日間はなし',
  },
  chart: '{{name}}：合計 {{total}}、最多は {{days}} の {{most}}',
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
    title: 'よく話される時間',
    weekday: 'いちばん多いのは{{weekday}}です。',
    both: 'いちばん多いのは{{weekday}}、時間帯では{{hours}}です。',
    byWeekday: '曜日ごとのメッセージ数',
    byHour: '曜日と時間帯ごとのメッセージ数',
    counted: '現在保存されているメッセージ、{{days}}',
  },
  compare: {
    title: 'チャンネルの比較',
    text: '同じ期間をチャンネルごとに並べています。',
    by: '比較する項目',
    list: 'チャンネルごとの{{name}}',
    channel: 'チャンネル',
    more_other: 'ほか {{count}} 件を表示',
  },
  requests: {
    title: 'あなたのリクエスト',
    text: 'あなたのキーとサインインから送られたリクエストの数です（サービスの日付による）。このページの表示も含まれます。',
  },
  model: {
    own: {
      title: '今日のあなたのAIトークン',
      text: '割り当てを使い切ると、翌日まであなたの質問は言語モデルに送られません。',
    },
    channel: {
      title: '今日のこのチャンネルのAIトークン',
      text: '割り当てを使い切ると、翌日までこのチャンネルでは言語モデルに質問しません。',
    },
    used: '{{used}} トークン',
    usedOf: '{{limit}} トークン中 {{used}} トークン',
  },
}
