import type { LineSetupTexts } from './words.ts'

export const japanese: LineSetupTexts = {
  intro:
    'LINEアカウントと5分ほどの時間が必要です。「」の中の名前は、LINEのページに表示される名前です。LINEでは、ボットのアカウントを「チャネル」と呼びます。',
  addressNeeds: 'LINEがメッセージを届けるのは、公的な認証局の証明書を使ったHTTPSの公開アドレスだけです。',
  steps: {
    create: {
      title: 'ボットのアカウントを作成する',
      text: 'LINE Official Account Managerで公式アカウントを作成します。次に「設定」→「Messaging API」を開き、Messaging APIを有効にします。「プロバイダー」の入力を求められたら、グループや団体の名前を入力してください。後から変更できません。',
    },
    groups: {
      title: 'グループへの参加を許可する',
      text: 'LINE Developersコンソールでアカウントを開き、「Messaging API設定」タブの「グループトーク・複数人トークへの参加を許可する」を有効にします。最初はオフで、オフのままでは招待しても参加できません。',
    },
    replies: {
      title: 'LINEの自動応答をオフにする',
      text: 'LINE Official Account Managerで「応答設定」を開き、「あいさつメッセージ」と「応答メッセージ」をオフにします。オンのままだと、応答が二重に届きます。',
    },
    values: {
      title: '2つの値をコピーする',
      text: 'LINE Developersコンソールでアカウントの「チャネル基本設定」タブを開きます。どちらの値もそこにあります。',
    },
  },
  links: { manager: 'LINE Official Account Managerを開く', console: 'LINE Developersコンソールを開く' },
  fields: {
    channelId: {
      label: 'チャネルID',
      hint: 'グループではなく、ボットのIDです。数字のみ。「チャネル基本設定」タブにあります。',
    },
    channelSecret: { label: 'チャネルシークレット', hint: '英数字32文字。同じタブの下のほうにあります。' },
    accessToken: {
      label: 'チャネルアクセストークン（長期）',
      hint: 'チャネルIDを入力した場合は不要です。「Messaging API設定」タブにあります。',
    },
  },
  invitation: [
    'LINEでコードを読み取るか、スマートフォンでリンクを開いて、ボットを友だちに追加します。',
    'LINEでグループを開き、ほかの友だちと同じようにボットを招待します。1つのグループに参加できる公式アカウントは1つだけです。',
    '下のコマンドを、コードも含めてグループで送信します。これで、あなたがグループのオーナーになり、この運営者アカウントがあなたのLINEアカウントと連携されます。コードが使えるのは1回だけです。',
  ],
  checks: {
    form: {
      title: '値の形式',
      secretAsId:
        '「{field}」にチャネルシークレットが入っています。チャネルIDは数字のみで、同じタブの上のほうにあります。',
      handleAsId:
        '「{field}」に、@で始まるボットのLINE IDが入っています。「チャネル基本設定」タブのチャネルIDをコピーしてください。',
      userAsId:
        '「{field}」にユーザーIDが入っています。「チャネル基本設定」タブのチャネルID（数字のみ）をコピーしてください。',
      notDigits: '「{field}」に使えるのは数字だけです。「チャネル基本設定」タブからもう一度コピーしてください。',
      idAsSecret:
        '「{field}」にチャネルIDのような数字だけが入っています。同じタブの下のほうにあるチャネルシークレットをコピーしてください。',
      tokenAsSecret:
        '「{field}」にアクセストークンが入っています。「チャネル基本設定」タブのチャネルシークレットをコピーしてください。',
      secretLength: '「{field}」は{count}文字ですが、32文字のはずです。もう一度コピーしてください。',
      secretAsToken:
        '「{field}」にチャネルシークレットが入っています。空にしてチャネルIDを入力するか、「Messaging API設定」タブで「発行」を押してトークンをコピーしてください。',
      shortToken:
        '「{field}」はアクセストークンとして正しくありません。一部が欠けているかもしれません。もう一度コピーしてください。',
    },
    credentials: {
      title: 'LINEへのアクセス',
      accepted: 'LINEがボットを認識しました。',
      refusedPair:
        'このチャネルIDとチャネルシークレットの組み合わせは、LINEに受け付けられませんでした。同じ「チャネル基本設定」タブから両方をもう一度コピーしてください。シークレットを再発行した場合、古いものは使えません。',
      refusedToken:
        'アクセストークンがLINEに受け付けられませんでした。途中で切れているか、失効した可能性があります。「Messaging API設定」タブで新しく発行するか、代わりにチャネルIDを入力してください。',
      otherChannel:
        'このアクセストークンは別のチャネル（ID {id}）のものです。トークンを削除するか、すべての値を同じチャネルからコピーしてください。',
      missing: 'チャネルIDを入力してください。',
    },
    silence: {
      title: 'LINEへの接続',
      text: 'LINEに接続できません（{reason}）。このマシンがインターネットに接続されているか確認して、もう一度お試しください。',
    },
    account: {
      title: 'ボットのアカウント',
      found: '{name}',
      other:
        'これらの値はボット「{name}」のものですが、ここに保存されているグループは別のボットのものです。続けると、それらのグループのメッセージは届かなくなります。これまでに保存した内容は残ります。',
    },
    clock: {
      title: 'このマシンの時計',
      ahead:
        'このマシンの時計は{minutes}分進んでいます。時刻の自動設定をオンにしてください。オフのままだと、メッセージの時刻が正しくなりません。',
      behind:
        'このマシンの時計は{minutes}分遅れています。時刻の自動設定をオンにしてください。オフのままだと、メッセージの時刻が正しくなりません。',
    },
    address: {
      title: 'Webhook URL',
      set: 'LINEはメッセージを {url} に届けます',
      refused:
        '{url} はLINEに受け付けられませんでした。HTTPSの公開アドレスが必要です。「アドレス」のステップで入力して、もう一度確認してください。',
      failed: 'LINEにアドレスを登録できませんでした（{reason}）。1分後にもう一度確認してください。',
    },
    switch: {
      title: 'Webhookの利用',
      on: '「Webhookの利用」はオンです。',
      off: '「Webhookの利用」がオフのため、LINEから何も届きません。LINE Developersコンソールの「Messaging API設定」タブでオンにしてください。',
      unknown:
        '「Webhookの利用」がオンかどうか、LINEからはわかりません。LINE Developersコンソールの「Messaging API設定」タブで確認してください。',
    },
    delivery: {
      title: 'テストWebhook',
      works: 'LINEのテストWebhookが届きました。',
      unreachable:
        'LINEから {url} に接続できません。ドメイン名がこのマシンを指しているか、ルーターとファイアウォールでポートが開いているか、証明書が公的な認証局のものかを確認してください。',
      late: '{url} への接続に時間がかかりすぎました。ルーター、ファイアウォール、プロキシを確認してください。',
      signature:
        'LINEのテストWebhookは届きましたが、署名が一致しません。チャネルシークレットを確認してください。プロキシは、X-Line-Signatureヘッダーと本文をそのまま渡す必要があります。',
      redirected:
        '{url} は別のアドレスに転送されますが、LINEは転送先をたどりません。「アドレス」のステップで最終的なアドレスを入力してください。',
      notFound:
        '{url} では別のサーバーが応答しています。プロキシがすべてのリクエストをこのサービスに渡しているか確認してください。',
      status: '{url} のサーバーがステータス{status}を返しました。このサービスの前にあるプロキシを確認してください。',
      unknown: 'LINEのテストWebhookに失敗しました（{reason}）',
    },
    redelivery: {
      title: 'Webhookの再送',
      seen: 'LINEによるWebhookの再送を確認したため、「Webhookの再送」はオンです。',
      unknown:
        '「Webhookの再送」がオンかどうか、LINEからはわかりません。「Messaging API設定」タブでオンにしてください。オフのままだと、このサービスの停止中に送られたメッセージは失われます。',
    },
    replies: {
      title: 'LINEの自動応答',
      chatOn:
        'LINE Official Account Managerの「応答設定」で「チャット」がオンのため、LINEが自動で応答することがあります。手動で返信しない場合は、オフにしてください。',
      unknown:
        '「チャット」はオフで、問題ありません。「あいさつメッセージ」と「応答メッセージ」もオフかどうかは、こちらからは確認できません。LINE Official Account Managerの「応答設定」で確認してください。',
    },
    groups: {
      title: 'グループへの参加',
      text: '「グループトーク・複数人トークへの参加を許可する」がオンかどうか、LINEからはわかりません。ボットがすぐにグループから退出する場合は、オンにしてもう一度招待してください。',
    },
  },
}
