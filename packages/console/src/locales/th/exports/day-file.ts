export const dayFile = {
  save: 'บันทึกวันที่ {{day}} เป็นไฟล์',
  share: 'แชร์วันที่ {{day}}',
  ready: 'พร้อมแล้ว แชร์เลย',
} as const
