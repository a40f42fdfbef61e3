export const alerts = {
  alerts: {
    title: '安全措施',
    text: '快照讓你在磁碟故障時還原資料，警示會在有事需要處理時通知你。全部留空也沒關係，之後可以在設定中變更。',
    snapshots: {
      title: '快照',
      text: '快照是 Innkeeper 所有資料的副本。',
      noPlace:
        '請先決定存放位置：將 `INNKEEPER_SNAPSHOT_FOLDER` 設為另一個磁碟上的資料夾（或設定 `INNKEEPER_SNAPSHOT_BUCKET`），再啟動服務。接著在這裡選擇排程。',
      noPlaceExample: '例如：`INNKEEPER_SNAPSHOT_FOLDER=/mnt/backup ./innkeeper serve`',
      place: '儲存位置：{{places}}',
    },
    mail: {
      title: '電子郵件',
      text: '快照失敗、磁碟快滿、收不到 Webhook 或有其他事需要處理時，你會收到郵件。',
      send: '傳送測試郵件',
      sent: '郵件伺服器已接受測試郵件，請確認是否收到。',
    },
    webhook: {
      title: '帶有簽章的 Webhook',
      text: '將相同的警示以帶有簽章的要求傳送到 ntfy 或 n8n 等程式。',
      create: '建立密鑰',
      created: '請現在就把這個密鑰複製到接收端。儲存後不會再顯示。',
      send: '傳送測試 Webhook',
      sent: '接收端已接受測試。',
    },
    said: '回應：{{detail}}',
    failures: {
      'not-set-up': '請先填寫上方的欄位。',
      'not-found': '找不到這個主機，請檢查名稱。',
      'not-allowed':
        '這不是公開網址，服務只會連線到公開網址。若要允許，請將主機加入 `INNKEEPER_ALERT_WEBHOOK_ALLOW`，然後重新啟動服務。',
      unreachable: '連線失敗。請檢查主機和連接埠，以及中間是否有防火牆。',
      silent: '對方沒有及時回應。請檢查主機和連接埠。',
      'no-encryption':
        '郵件伺服器不支援加密。請使用連接埠 465 或 587；若郵件伺服器在你自己的網路中，可在設定中將加密改為選用。',
      certificate: '這個主機的憑證無效。請使用憑證上的名稱，或更新憑證。',
      login: '郵件伺服器拒絕了使用者名稱或密碼。許多服務商要求使用應用程式密碼。',
      sender: '郵件伺服器拒絕了寄件者。請在設定中輸入這個使用者可用的寄件者地址。',
      recipient: '郵件伺服器拒絕了某位收件者，請檢查電子郵件地址。',
      redirected: '這個網址會重新導向，但服務不支援。請直接輸入重新導向後的網址。',
      gone: '接收端表示這個網址已停用（410），請輸入其他網址。',
      rejected: '對方拒絕了測試，請在對方的記錄檔中查看原因。',
    },
  },
}
