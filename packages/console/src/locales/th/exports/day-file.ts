export const dayFile = {
  save: 'บันทึก {{day}} เป็นไฟล์',
  share: 'แชร์ {{day}}',
  ready: 'พร้อมแล้ว แชร์เลย',
} as const
